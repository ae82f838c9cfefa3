import { Form } from 'react-router'
import type { DaySheet } from '#meetings/sheet/sheet.server.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/problem.tsx'
import type { SheetReply } from './sheet-form.schema.ts'

/** Notes of others, and the member's own field. */
export function MeetingNotes({ sheet, reply }: { sheet: DaySheet; reply: SheetReply | undefined }) {
  const myNote = sheet.notes.find(({ isOwn }) => isOwn)?.note ?? ''
  const problem = reply?.problems?.note
  return (
    <Form method="post" preventScrollReset className="stack day-note">
      {sheet.notes
        .filter(({ isOwn }) => !isOwn)
        .map(({ name, note }) => (
          <p key={name + note}>
            <b>
              <bdi>{name}</bdi>:
            </b>{' '}
            {note}
          </p>
        ))}
      <div className="field">
        <label htmlFor="note">
          Note for this meeting <span className="optional">optional</span>
        </label>
        <textarea
          id="note"
          name="note"
          rows={3}
          defaultValue={reply?.values?.note ?? myNote}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'note-problem note-hint' : 'note-hint'}
        />
        {problem && <Problem id="note-problem">{problem}</Problem>}
        <p className="hint" id="note-hint">
          For the other coaches and the desk. Families do not see it.
        </p>
      </div>
      <p role="status">{reply?.isNoteSaved && 'Your note is saved.'}</p>
      <Button type="submit">Save the note</Button>
    </Form>
  )
}
