import Printer from 'lucide-react/icons/printer'
import { useEffect, useState } from 'react'
import { Form, href } from 'react-router'
import type { DaySheet } from '#meetings/sheet/sheet.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Refused } from '#ui/refused.tsx'
import { MeetingNotes } from './meeting-notes.tsx'
import { PlayerRow } from './player-row.tsx'
import type { SheetReply } from './sheet-form.schema.ts'
import { playerStanding } from './sheet-state.ts'
import { SignalStrip } from './signal-strip.tsx'
import { TallyBar } from './tally-bar.tsx'
import { useMarking } from './use-marking.ts'
import { useOpenedNotes } from './use-opened-notes.ts'
import { type StoredSheet, useStoredSheet } from './use-stored-sheet.ts'

type Props = {
  sheet: DaySheet
  reply?: SheetReply | undefined
  /** The stored copy, when offline. */
  stored?: StoredSheet
}

export function SheetScreen({ sheet, reply, stored }: Props) {
  const offsetMs = useOffset(sheet, stored)
  const marking = useMarking(sheet, offsetMs)
  const { localEntries, signal } = marking
  const fetched = useStoredSheet(sheet, localEntries, offsetMs, stored !== undefined)
  const notes = useOpenedNotes(sheet, reply?.opened, stored?.notes ?? fetched)
  const isAlone = stored !== undefined || signal.state === 'no-signal'
  const withNotes = reply?.printed === 'with notes'
  usePrinting(reply)
  return (
    <div className={withNotes ? 'at-court with-notes' : 'at-court'}>
      <SignalStrip
        signal={signal}
        waiting={marking.waiting}
        sheetFrom={sheet.readAt.time.slice(0, -3)}
        offsetMs={offsetMs}
        address={`/desk/meetings/${sheet.id}`}
      />
      <SheetHead sheet={sheet} withNotes={withNotes} />
      <div className="wrap day">
        <Form method="post" preventScrollReset className="sheet-form">
          <Refused reply={reply} />
          {sheet.sees.marks && (
            <TallyBar
              sheet={sheet}
              localEntries={localEntries}
              phone={marking.phone ?? sheet.phone}
              onTap={marking.tap}
            />
          )}
          <DayActs sheet={sheet} isAlone={isAlone} />
          {/* biome-ignore lint/a11y/noRedundantRoles: A list without bullets is none to some screen readers. */}
          <ul role="list" className="players">
            {sheet.players.map((player) => (
              <PlayerRow
                key={player.id}
                player={player}
                sheet={sheet}
                standing={playerStanding(player, localEntries)}
                note={notes.opened[player.id]}
                onTap={marking.tap}
                onOpenNote={isAlone ? notes.openStored : undefined}
                isAlone={isAlone}
              />
            ))}
          </ul>
        </Form>
        {sheet.sees.marks && !stored && <MeetingNotes sheet={sheet} reply={reply} />}
        {sheet.isOwn && (
          <p className="small day-note">
            Near a meeting this phone keeps its sheet for a court without signal: whoever holds it unlocked
            can read the sheet. Names, numbers and notes leave this phone when you log out, and 12 hours after
            the meeting.
          </p>
        )}
      </div>
    </div>
  )
}

function SheetHead({ sheet, withNotes }: { sheet: DaySheet; withNotes: boolean }) {
  const { day, time } = sheet.readAt
  return (
    <div className="band on-court day-head">
      <div className="wrap">
        <h1>{sheet.event}</h1>
        <p className="when">
          <b>{sheet.when.day}</b>, {sheet.when.hours}
        </p>
        <p>{sheet.where}</p>
        {sheet.cancelled !== null && (
          <p>
            <b>This meeting does not take place.</b> {sheet.cancelled}
          </p>
        )}
        <p className="paper-only">
          Sheet from {day}, {time}. Printed by <bdi>{sheet.readBy}</bdi>.{' '}
          {!withNotes && 'Notes are not on this sheet: the mark says who has one.'}
        </p>
      </div>
    </div>
  )
}

function DayActs({ sheet, isAlone }: { sheet: DaySheet; isAlone: boolean }) {
  const guests = sheet.players.filter(({ stands }) => stands === 'guest').length
  const others = sheet.players.length - guests
  return (
    <div className="day-acts">
      <h2>
        {others === 1 ? '1 player' : `${others} players`}
        {guests > 0 && (guests === 1 ? ', 1 guest' : `, ${guests} guests`)}
      </h2>
      {!isAlone && sheet.sees.ages && (
        <p className="row">
          <Button
            type="submit"
            name="print"
            value="plain"
            size="small"
            icon={<Printer aria-hidden size="1.25em" />}
          >
            Print
          </Button>
          <ButtonLink size="small" to={`/desk/sessions/${sheet.sessionId}`}>
            All meetings
          </ButtonLink>
          {sheet.sees.marks && sheet.cancelled === null && (
            <ButtonLink size="small" to={href('/desk/meetings/:id/guest', { id: sheet.id })}>
              Add a guest
            </ButtonLink>
          )}
          {sheet.players.some(({ care }) => care) && (
            <Button type="submit" name="print" value="with notes" size="small">
              Print with notes
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** The phone's clock offset, measured at load. */
export function useOffset(sheet: DaySheet, stored?: StoredSheet): number {
  const [offsetMs, setOffset] = useState(stored?.offsetMs ?? 0)
  useEffect(() => {
    if (!stored) setOffset(sheet.now - Date.now())
  }, [sheet.now, stored])
  return offsetMs
}

/** Prints after the site has logged it. */
function usePrinting(reply: SheetReply | undefined) {
  useEffect(() => {
    if (reply?.printed) print()
  }, [reply])
}
