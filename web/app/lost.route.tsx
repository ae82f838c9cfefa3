import { data } from 'react-router'

/** Every address that is no page. As a route of its own, the frame still knows the programme and the visitor. */
export function loader(): never {
  throw data('We could not find that.', { status: 404 })
}

export default function LostPage() {
  return null
}
