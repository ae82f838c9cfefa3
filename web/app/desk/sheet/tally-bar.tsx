import Undo from 'lucide-react/icons/undo-2'
import { tallyOf } from '#meetings/attendance/attendance.ts'
import type { DaySheet, SheetPlayer } from '#meetings/sheet.server.ts'
import type { Tap } from './player-row.tsx'
import { lastTap, type OwnEntry, saysOf, shortTime, standingOf } from './sheet-state.ts'
import { tapping } from './tapping.ts'

type Props = { sheet: DaySheet; own: OwnEntry[]; phone: string; onTap: Tap | undefined }

/** How many are here, how many are to mark, guests apart, and the last mark to take back. */
export function TallyBar({ sheet, own, phone, onTap }: Props) {
  const tally = (players: SheetPlayer[]) => tallyOf(players.map((player) => standingOf(player, own)?.mark))
  const guests = sheet.players.filter(({ stands }) => stands === 'guest')
  const { here, toMark } = tally(sheet.players.filter(({ stands }) => stands !== 'guest'))
  const last = lastTap(sheet.players, own, phone)
  const said = last && saysOf(last.player.firstName, last.mark)
  return (
    <div className="tally on-surround">
      <p className="board" role="status">
        <span>
          {here} <small>here</small>
        </span>
        <span>
          {toMark} <small>to mark</small>
        </span>
        {guests.length > 0 && (
          <span>
            {tally(guests).here}/{guests.length} <small>{guests.length === 1 ? 'guest' : 'guests'}</small>
          </span>
        )}
      </p>
      {last && (
        <div className="last">
          <b>
            <bdi>{said}</bdi>, {shortTime(last.at, sheet.timeZone)}.
          </b>
          <button
            type="submit"
            name="undo"
            value={last.player.id}
            className="button outline"
            onClick={tapping(onTap && (() => onTap(last.player.id, null, null)))}
          >
            <Undo aria-hidden className="icon" />
            Undo<span className="visually-hidden"> {said}</span>
          </button>
        </div>
      )}
    </div>
  )
}
