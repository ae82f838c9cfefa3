import Printer from 'lucide-react/icons/printer'
import { useEffect, useState } from 'react'
import { Form, href } from 'react-router'
import type { DaySheet } from '#meetings/sheet.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Refused } from '#ui/refused.tsx'
import { MeetingNotes } from './meeting-notes.tsx'
import { PlayerRow } from './player-row.tsx'
import type { SheetReply } from './sheet-form.schema.ts'
import { standingOf } from './sheet-state.ts'
import { SignalStrip } from './signal-strip.tsx'
import { TallyBar } from './tally-bar.tsx'
import { type KeptSheet, useKeptSheet } from './use-kept-sheet.ts'
import { useMarking } from './use-marking.ts'
import { useOpenedNotes } from './use-opened-notes.ts'

type Props = {
  sheet: DaySheet
  reply?: SheetReply | undefined
  /** What this phone kept of it: then there was no signal to read it anew. */
  kept?: KeptSheet
}

export function SheetScreen({ sheet, reply, kept }: Props) {
  const offsetMs = useOffset(sheet, kept)
  const marking = useMarking(sheet, offsetMs)
  const { own, signal } = marking
  const fetched = useKeptSheet(sheet, own, offsetMs, kept !== undefined)
  const notes = useOpenedNotes(sheet, reply?.opened, kept?.notes ?? fetched)
  const isAlone = kept !== undefined || signal.state === 'no-signal'
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
            <TallyBar sheet={sheet} own={own} phone={marking.phone ?? sheet.phone} onTap={marking.tap} />
          )}
          <DayActs sheet={sheet} isAlone={isAlone} />
          {/* biome-ignore lint/a11y/noRedundantRoles: A list without bullets is none to some screen readers. */}
          <ul role="list" className="players">
            {sheet.players.map((player) => (
              <PlayerRow
                key={player.id}
                player={player}
                sheet={sheet}
                standing={standingOf(player, own)}
                note={notes.opened[player.id]}
                onTap={marking.tap}
                onOpenNote={isAlone ? notes.openKept : undefined}
                isAlone={isAlone}
              />
            ))}
          </ul>
        </Form>
        {sheet.sees.marks && !kept && <MeetingNotes sheet={sheet} reply={reply} />}
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

/** How far this phone's clock is off, learned when the sheet was read. */
export function useOffset(sheet: DaySheet, kept?: KeptSheet): number {
  const [offsetMs, setOffset] = useState(kept?.offsetMs ?? 0)
  useEffect(() => {
    if (!kept) setOffset(sheet.now - Date.now())
  }, [sheet.now, kept])
  return offsetMs
}

/** The paper comes when the site has written down that it does. */
function usePrinting(reply: SheetReply | undefined) {
  useEffect(() => {
    if (reply?.printed) print()
  }, [reply])
}
