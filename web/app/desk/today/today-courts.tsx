import { href, Link } from 'react-router'
import { SessionDoor } from '#desk/sessions/event-door.tsx'
import { Chip } from '#ui/chip.tsx'
import type { listMeetings } from './today.db.server.ts'

type Meeting = Awaited<ReturnType<typeof listMeetings>>[number]

/** "16:00:00" → 4:00 pm */
function splitHour(starts: string) {
  const [hours = 0, minutes = 0] = starts.split(':').map(Number)
  return { time: `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}`, half: hours < 12 ? 'am' : 'pm' }
}

export const Courts = ({ courts, writeOn }: { courts: Meeting[]; writeOn: string | undefined }) => (
  <section className="box" aria-labelledby="courts">
    <div className="box-head on-surround">
      <h2 id="courts">At the courts today</h2>
    </div>
    {courts.every(({ isCancelled }) => isCancelled) && <p className="box-note">Nobody plays today.</p>}
    <ul className="rows courts">
      {courts.map(({ id, starts, eventKey, event, number, court, players, guests, isCancelled, why }) => (
        <li key={id}>
          <p className="hour">
            {splitHour(starts).time}
            <small> {splitHour(starts).half}</small>
          </p>
          <div>
            <SessionDoor
              {...{ eventKey, event }}
              to={isCancelled ? undefined : `/desk/meetings/${id}`}
              // The service worker serves this page offline.
              reloadDocument
              session={`Session ${number}, ${players === 1 ? '1 player' : `${players} players`}`}
            >
              {guests > 0 && (guests === 1 ? ', 1 guest' : `, ${guests} guests`)}
              {court && `, ${court}`}
            </SessionDoor>
            {isCancelled && (
              <p>
                <Chip tone="out">Cancelled</Chip>
              </p>
            )}
            {isCancelled && why && <p className="muted">{why}</p>}
          </div>
        </li>
      ))}
    </ul>
    {writeOn && (
      <p className="box-note">
        <Link to={`${href('/desk/message')}?to=day&day=${writeOn}`}>Write to everybody of today</Link>
      </p>
    )}
  </section>
)
