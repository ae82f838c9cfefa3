import ArrowRight from 'lucide-react/icons/arrow-right'
import { EventDoor } from '#desk/sessions/event-door.tsx'
import type { DraftChange } from '#season/drafts/draft-changes.ts'
import type { ToldChange } from '#season/drafts/draft-told.server.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { familiesTold } from './published-words.ts'

/** `door` is the key of its event, where that has a page. */
type ChangeLine = ToldChange & { door: string | undefined }
type Props = {
  changes: ChangeLine[]
  untold: number[]
  toggle: (session: number, isTold: boolean) => void
}

/** What families are told, and what nobody is told. */
export function ChangeLists({ changes, ...more }: Props) {
  const isTold = ({ kind, families }: ToldChange) => kind !== 'quiet' && families.length > 0
  const lists = [
    ['Families are told', changes.filter(isTold)],
    ['Nobody is told', changes.filter((change) => !isTold(change))],
  ] as const
  return lists.map(
    ([title, own]) =>
      own.length > 0 && (
        <section key={title} className="told-list">
          <h2 className="told-head as-h3">{title}</h2>
          <ul className="rows changes">
            {own.map((change) => (
              <Change key={`${change.thing} ${change.name}`} change={change} {...more} />
            ))}
          </ul>
        </section>
      ),
  )
}

/** What was changed in which thing. */
export const ChangeWords = ({
  thing,
  door,
  name,
  before,
  after,
}: Omit<DraftChange, 'kind'> & { door?: string }) => (
  <>
    <div className="thing">
      <h3>{door ? <EventDoor eventKey={door}>{thing}</EventDoor> : thing}</h3>
      <p className="muted">{name}</p>
    </div>
    <p className="from-to break">
      {before !== undefined && (
        <>
          <span className="old">
            <span className="visually-hidden">was </span>
            <Unbroken>{before}</Unbroken>
          </span>
          <ArrowRight aria-hidden className="icon" size="1rem" />
        </>
      )}
      <span className="new">
        {before !== undefined && <span className="visually-hidden">becomes </span>}
        <Unbroken>{after ?? ''}</Unbroken>
      </span>
    </p>
  </>
)

function Change({ change, untold, toggle }: Omit<Props, 'changes'> & { change: ChangeLine }) {
  const { families, asks, aside } = change
  return (
    <li>
      <ChangeWords {...change} />
      <p className="told">
        {asks === undefined && (families.length > 0 ? familiesTold(families.length) : (aside ?? ''))}
      </p>
      {asks !== undefined && (
        <label className="check tell">
          <input
            type="checkbox"
            name={`tell-${asks}`}
            defaultChecked={!untold.includes(asks)}
            onChange={({ currentTarget }) => toggle(asks, currentTarget.checked)}
          />
          <span>Tell {familiesTold(families.length)}</span>
        </label>
      )}
    </li>
  )
}
