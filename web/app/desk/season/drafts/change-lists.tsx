import ArrowRight from 'lucide-react/icons/arrow-right'
import { EventDoor } from '#desk/sessions/event-door.tsx'
import type { DraftChange } from '#season/drafts/draft-changes.ts'
import type { ChangeNotice } from '#season/drafts/draft-notices.server.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { countedFamilies } from './published-texts.ts'

/** `door`: the event's key, if it has a page. */
type ChangeLine = ChangeNotice & { door: string | undefined }
type Props = {
  changes: ChangeLine[]
  muted: number[]
  toggle: (session: number, isNotified: boolean) => void
}

export function ChangeLists({ changes, ...more }: Props) {
  const isNotified = ({ kind, families }: ChangeNotice) => kind !== 'quiet' && families.length > 0
  const lists = [
    ['Families are told', changes.filter(isNotified)],
    ['Nobody is told', changes.filter((change) => !isNotified(change))],
  ] as const
  return lists.map(
    ([title, listed]) =>
      listed.length > 0 && (
        <section key={title} className="told-list">
          <h2 className="told-head as-h3">{title}</h2>
          <ul className="rows changes">
            {listed.map((change) => (
              <Change key={`${change.entity} ${change.name}`} change={change} {...more} />
            ))}
          </ul>
        </section>
      ),
  )
}

export const ChangeText = ({
  entity,
  door,
  name,
  before,
  after,
}: Omit<DraftChange, 'kind'> & { door?: string }) => (
  <>
    <div className="thing">
      <h3>{door ? <EventDoor eventKey={door}>{entity}</EventDoor> : entity}</h3>
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

function Change({ change, muted, toggle }: Omit<Props, 'changes'> & { change: ChangeLine }) {
  const { families, asks, aside } = change
  return (
    <li>
      <ChangeText {...change} />
      <p className="told">
        {asks === undefined && (families.length > 0 ? countedFamilies(families.length) : (aside ?? ''))}
      </p>
      {asks !== undefined && (
        <label className="check tell">
          <input
            type="checkbox"
            name={`tell-${asks}`}
            defaultChecked={!muted.includes(asks)}
            onChange={({ currentTarget }) => toggle(asks, currentTarget.checked)}
          />
          <span>Tell {countedFamilies(families.length)}</span>
        </label>
      )}
    </li>
  )
}
