import { Form, useNavigation } from 'react-router'
import { EventDoor } from '#desk/sessions/event-door.tsx'
import { dollarsOrFree } from '#platform/format/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { describeStanding } from './entry-text.tsx'
import type { FamilyEntry } from './family-line.server.ts'
import './waiting-list.css'

type KeyedEntry = FamilyEntry & { key: string }
type Props = { number: number; waits: KeyedEntry[] }

export const FamilyWaits = ({ number, waits }: Props) =>
  waits.length > 0 && (
    <section className="baseline" aria-labelledby="waits-for">
      <h2 id="waits-for">Waiting list</h2>
      <ul className="rows line-rows">
        {waits.map((wait) => (
          <li key={wait.id}>
            <Waits wait={wait} />
            <Acts {...{ number, wait }} />
          </li>
        ))}
      </ul>
    </section>
  )

const Waits = ({ wait }: { wait: FamilyEntry }) => (
  <div>
    <h3>
      <EventDoor eventKey={wait.eventKey}>{wait.event}</EventDoor>
    </h3>
    <p>
      <bdi>{wait.children.join(' and ')}</bdi>, <Unbroken>{wait.session}</Unbroken>
    </p>
    <p className="row">
      <Chip tone={wait.isOffered ? 'due' : 'plain'}>
        <Unbroken>{describeStanding(wait)}</Unbroken>
      </Chip>
    </p>
    <p className="muted">
      <Unbroken>{`Waits since ${wait.since}.`}</Unbroken>
      {wait.movedOn && <Unbroken>{` Moved ahead on ${wait.movedOn}.`}</Unbroken>}
    </p>
  </div>
)

function Acts({ number, wait }: { number: number; wait: KeyedEntry }) {
  const isBusy = useNavigation().state === 'submitting'
  const { id, children, event, mayRegister, mayMove, isOffered, isBeingPaid, priceCents, totalCents } = wait
  const page = `/desk/families/${number}`
  const about = (
    <span className="visually-hidden">
      : {children.join(' and ')}, {event}
    </span>
  )
  return (
    <div className="row">
      {mayRegister && (
        <Form method="post" action="?form=accept" preventScrollReset>
          <input type="hidden" name="entry" value={id} />
          <input type="hidden" name="cents" value={priceCents} />
          <input type="hidden" name="key" value={wait.key} />
          <Button type="submit" size="small" busy={isBusy}>
            Register now, {dollarsOrFree(totalCents)}
            {about}
          </Button>
        </Form>
      )}
      {mayMove && (
        <ButtonLink size="small" to={`${page}/move-ahead/${id}`}>
          Move to the head
          {about}
        </ButtonLink>
      )}
      {!isBeingPaid && (
        <ButtonLink size="small" variant="bare" to={`${page}/leave-list/${id}`}>
          {isOffered ? 'Decline' : 'Leave the list'}
          {about}
        </ButtonLink>
      )}
    </div>
  )
}
