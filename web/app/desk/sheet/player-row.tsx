import ChevronDown from 'lucide-react/icons/chevron-down'
import Phone from 'lucide-react/icons/phone'
import { useState } from 'react'
import { attendanceMarks, type Mark } from '#meetings/attendance/attendance.ts'
import type { DaySheet, SheetPlayer } from '#meetings/sheet/sheet.server.ts'
import { categoryLabels } from '#people/care/care.ts'
import { Chip } from '#ui/chip.tsx'
import { CareNote, type OpenNote } from './care-note.tsx'
import { markLabels, type Standing, shortTime } from './sheet-state.ts'
import { tapping } from './tapping.ts'

export type Tap = (personId: string, mark: Mark | null, collectedBy: string | null) => void

type Props = {
  player: SheetPlayer
  sheet: DaySheet
  standing: Standing
  note: OpenNote | undefined
  /** Undefined before hydration: the form is submitted. */
  onTap: Tap | undefined
  onOpenNote: ((personId: string) => void) | undefined
  /** Offline: only marks. */
  isAlone: boolean
}

/** One tap marks Here; the name expands the row. No layout shift on marking. */
export function PlayerRow(props: Props) {
  const { player, sheet, standing } = props
  const [isOpen, setOpen] = useState(false)
  const more = `more-${player.id}`
  const toggle = { 'aria-expanded': isOpen, 'aria-controls': more, onClick: () => setOpen(!isOpen) }
  const state = [standing && `is-${standing.mark}`, isOpen && 'is-open'].filter(Boolean).join(' ')
  return (
    <li className={`player ${state}`} id={`p-${player.id}`}>
      <div className="who">
        <h3>
          {hasMore(player, sheet) ? (
            <button type="button" {...toggle}>
              <bdi>{player.name}</bdi>
              <ChevronDown aria-hidden className="icon" />
            </button>
          ) : (
            <bdi>{player.name}</bdi>
          )}
        </h3>
        <p className="about">
          {player.about}
          {standing?.isOfFamily && (
            <>
              . <b>The family told us.</b>
            </>
          )}
        </p>
        <Flags player={player} />
      </div>
      {sheet.sees.marks && <NowMark {...props} toggle={toggle} />}
      <div className="more" id={more}>
        <Calls player={player} />
        <CareNote player={player} note={props.note} onOpen={props.onOpenNote} />
        {sheet.sees.marks && <FiveMarks {...props} />}
        {player.stands === 'guest' && <RemoveGuest {...props} />}
        <p className="paper-line" aria-hidden="true">
          Left at ______ with ________________
        </p>
      </div>
    </li>
  )
}

/** False for readers: they see names and levels only. */
const hasMore = ({ calls, isForDesk, care }: SheetPlayer, { sees: permissions }: DaySheet) =>
  permissions.marks || isForDesk || calls.length > 0 || care !== null

function Flags({ player: { isFirstTime, isUnsigned, stands, care } }: { player: SheetPlayer }) {
  if (!isFirstTime && !isUnsigned && stands === 'place' && !care) return null
  return (
    <p className="flags">
      {isFirstTime && (
        <span className="chip first">
          <span>First time</span>
        </span>
      )}
      {stands === 'guest' && <Chip>Guest</Chip>}
      {stands === 'removed' && <Chip>Gave up the place</Chip>}
      {isUnsigned && <Chip tone="due">Release not signed</Chip>}
      {care && <Chip tone="out">{categoryLabels[care]}</Chip>}
    </p>
  )
}

/** Not with a mark. */
function RemoveGuest({ player, sheet, standing, isAlone }: Props) {
  if (isAlone || !sheet.sees.marks || (standing && !standing.isOfFamily)) return null
  return (
    <button type="submit" name="off" value={player.id} className="button outline compact remove-guest">
      Remove from the sheet<span className="visually-hidden">: {player.name}</span>
    </button>
  )
}

type Toggle = { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }

function NowMark({ player, sheet, standing, onTap, toggle }: Props & { toggle: Toggle }) {
  const at = standing && <span className="at">{shortTime(standing.at, sheet.timeZone)}</span>
  if (standing && standing.mark !== 'here')
    return (
      <button type="button" className={`mark now ${standing.mark}`} {...toggle}>
        {markLabels[standing.mark]}
        {at}
        <span className="visually-hidden">, {player.name}. Change</span>
      </button>
    )
  return (
    <button
      type="submit"
      name="mark"
      value={`here:${player.id}`}
      className="mark now here"
      aria-pressed={standing !== undefined}
      onClick={tapping(onTap && (() => onTap(player.id, 'here', null)))}
    >
      Here
      {at}
      <span className="visually-hidden">, {player.name}</span>
    </button>
  )
}

function Calls({ player }: { player: SheetPlayer }) {
  return (
    <div className="calls">
      {player.isForDesk && <p>Ask the desk for the numbers of this player.</p>}
      {player.calls.map(({ who, phone }) => (
        <a className="call" href={`tel:+1${phone.replace(/\D/g, '')}`} key={who + phone}>
          <Phone aria-hidden className="icon" />
          <span>
            <bdi dir="ltr">{who}</bdi>
          </span>
          <b>{phone}</b>
        </a>
      ))}
    </div>
  )
}

function FiveMarks({ player, standing, onTap }: Props) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: A fieldset is no grid everywhere. */}
      <div className="five" role="group" aria-label={`Mark for ${player.name}`}>
        {attendanceMarks.map((mark) => (
          <button
            type="submit"
            name="mark"
            value={`${mark}:${player.id}`}
            className="mark"
            aria-pressed={standing?.mark === mark}
            key={mark}
            onClick={tapping(onTap && (() => onTap(player.id, mark, null)))}
          >
            {markLabels[mark]}
          </button>
        ))}
      </div>
      {standing?.mark === 'left' && (
        // biome-ignore lint/a11y/useSemanticElements: A fieldset is no grid everywhere.
        <div className="collected" role="group" aria-label={`Who collects ${player.firstName}?`}>
          <p className="by">Collected by</p>
          <div className="three">
            {player.collectors.map(({ id, who }) => (
              <button
                type="submit"
                name="collected"
                value={`${player.id}:${id}`}
                className="mark"
                aria-pressed={standing.collectedBy === id}
                key={id}
                onClick={tapping(onTap && (() => onTap(player.id, 'left', id)))}
              >
                {who}
              </button>
            ))}
          </div>
        </div>
      )}
    </>
  )
}
