import Undo from 'lucide-react/icons/undo-2'
import { countMarks } from '#meetings/attendance/attendance.ts'
import type { DaySheet, SheetPlayer } from '#meetings/sheet/sheet.server.ts'
import type { Tap } from './player-row.tsx'
import { describeMark, type LocalEntry, lastTap, playerStanding, shortTime } from './sheet-state.ts'
import { tapping } from './tapping.ts'

type Props = { sheet: DaySheet; localEntries: LocalEntry[]; phone: string; onTap: Tap | undefined }

/** Counts, guests apart, and Undo. */
export function TallyBar({ sheet, localEntries, phone, onTap }: Props) {
  const tally = (players: SheetPlayer[]) =>
    countMarks(players.map((player) => playerStanding(player, localEntries)?.mark))
  const guests = sheet.players.filter(({ stands }) => stands === 'guest')
  const { here, toMark } = tally(sheet.players.filter(({ stands }) => stands !== 'guest'))
  const last = lastTap(sheet.players, localEntries, phone)
  const undoText = last && describeMark(last.player.firstName, last.mark)
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
            <bdi>{undoText}</bdi>, {shortTime(last.at, sheet.timeZone)}.
          </b>
          <button
            type="submit"
            name="undo"
            value={last.player.id}
            className="button outline"
            onClick={tapping(onTap && (() => onTap(last.player.id, null, null)))}
          >
            <Undo aria-hidden className="icon" />
            Undo<span className="visually-hidden"> {undoText}</span>
          </button>
        </div>
      )}
    </div>
  )
}
