import { publicMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/cause.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, 'Donate', 'Give by card. You get a receipt for your taxes.')

/** All of the page is in its layout, so that the form keeps its input when the cause changes. */
export default function CausePage() {
  return null
}
