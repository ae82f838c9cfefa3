import { href, Link } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { Pages } from '../pages.tsx'
import { describeWaiting } from './place-text.ts'
import type { SessionLine as Line } from './session-line.server.ts'
import './waiting-list.css'

type Props = { line: Line; sessionId: number; mayRegister: boolean }

export function SessionLine({ line, sessionId, mayRegister }: Props) {
  const { page, children, kept, isFirstPress, entries } = line
  const roster = href('/desk/sessions/:id', { id: String(sessionId) })
  return (
    <section className="baseline waiting-line" aria-labelledby="waiting-list">
      <h2 id="waiting-list">Waiting list</h2>
      <p>{describeLine(children, kept)}</p>
      {isFirstPress && (
        <p>Nobody is offered a place in turn any more: who of the list takes it first has it.</p>
      )}
      <ul className="rows line-rows">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
            {mayRegister && entry.family && (
              <div className="row">
                {entry.mayMove && (
                  <ButtonLink
                    size="small"
                    to={`/desk/families/${entry.family.number}/move-ahead/${entry.id}`}
                  >
                    Move to the head
                    <span className="visually-hidden">: {entry.children.join(' and ')}</span>
                  </ButtonLink>
                )}
                {entry.until && !entry.isBeingPaid && (
                  <ButtonLink size="small" to={`/desk/families/${entry.family.number}#waits-for`}>
                    Accept or decline
                    <span className="visually-hidden">: {entry.children.join(' and ')}</span>
                  </ButtonLink>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Pages {...page} to={(number) => `${roster}?page=${number}#waiting-list`} />
    </section>
  )
}

/** "7 players wait. 2 places are kept for them." */
function describeLine(players: number, kept: number): string {
  const waiting = `${describeWaiting(players)}.`
  if (kept === 0) return waiting
  return `${waiting} ${kept === 1 ? '1 place is' : `${kept} places are`} kept for them.`
}

const Entry = ({
  entry: { place, children, family, since, movedOn, until, isBeingPaid },
}: {
  entry: Line['entries'][number]
}) => (
  <div className="in-line">
    <p className="place">{place === null ? <span className="visually-hidden">Offered</span> : place}</p>
    <div>
      <h3>
        <bdi>{children.join(' and ')}</bdi>
      </h3>
      {family && (
        <p>
          <Link to={href('/desk/families/:number', { number: String(family.number) })}>
            Family {family.number}, <bdi>{family.holder}</bdi>
          </Link>
        </p>
      )}
      <p className="muted">
        <Unbroken>{`Since ${since}.`}</Unbroken>
        {movedOn && <Unbroken>{` Moved ahead on ${movedOn}.`}</Unbroken>}
      </p>
      {until && (
        <p className="row">
          <Chip tone="due">
            <Unbroken>{isBeingPaid ? 'Being paid' : `Held until ${until}`}</Unbroken>
          </Chip>
        </p>
      )}
    </div>
  </div>
)
