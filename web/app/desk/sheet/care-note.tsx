import type { SheetPlayer } from '#meetings/sheet/sheet.server.ts'
import { tapping } from './tapping.ts'

export type OpenNote = { note: string; whatToDo: string; caption: string }

type Props = {
  player: SheetPlayer
  note: OpenNote | undefined
  onOpen: ((personId: string) => void) | undefined
}

/** Closed at first; the family is shown who opened it. */
export function CareNote({ player, note, onOpen }: Props) {
  if (!player.care || player.isForDesk) return null
  return (
    <div className="care">
      {note ? (
        <>
          <p>
            <b>{note.note}</b> {note.whatToDo}
          </p>
          <p className="small">{note.caption}</p>
        </>
      ) : (
        <>
          <button
            type="submit"
            name="open"
            value={player.id}
            className="button outline compact"
            onClick={tapping(onOpen && (() => onOpen(player.id)))}
          >
            Open the note<span className="visually-hidden"> for {player.name}</span>
          </button>
          <p className="small">The family sees who opened it.</p>
        </>
      )}
    </div>
  )
}
