import { Unbroken } from '#ui/unbroken.tsx'
import type { Care } from './care.server.ts'

const acts = { opened: 'Opened', kept: 'Taken along on a phone', printed: 'Printed' }

export function CareViews({ views }: { views: Care['views'] }) {
  if (views.length === 0) return null
  return (
    <ul className="care-views small">
      {views.map(({ id, how, at, firstName, lastName }) => (
        <li key={id}>
          {acts[how]} by {firstName ? <bdi>{`${firstName} ${lastName}`}</bdi> : 'somebody who left'},{' '}
          <Unbroken>{at}</Unbroken>
        </li>
      ))}
    </ul>
  )
}
