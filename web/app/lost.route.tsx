import { refuse } from '#platform/refusal.ts'

/** A route, so that the root loader still runs for the frame. */
export function loader(): never {
  refuse('not-found')
}

export default function LostPage() {
  return null
}
