import { refuse } from '#platform/refusal.ts'

/** Every address that is no page. As a route of its own, the frame still knows the programme and the visitor. */
export function loader(): never {
  refuse('not-found')
}

export default function LostPage() {
  return null
}
