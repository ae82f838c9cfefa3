import { publicMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/cause.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, 'Donate', 'Give by card. You get a receipt for your taxes.')

/** One of the two causes. All that is shown stands around it, so that what is typed stays when the cause changes. */
export default function CausePage() {
  return null
}
