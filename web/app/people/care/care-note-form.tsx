import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { CheckField, fieldProps, Options, SelectField, TextField } from '#ui/fields/field.tsx'
import { type AccountReply, SettingsNotice } from '../accounts/account-forms.tsx'
import { type CareCategory, careCategories, categoryLabels } from './care.ts'

type Note = { category: CareCategory; note: string; whatToDo: string; erasesOn: string }
type Props = {
  firstName: string
  note: Note | undefined
  /** The list of readers. */
  children: ReactNode
  answer: AccountReply | undefined
}

const done: Record<string, string> = {
  note: 'The note is saved.',
  'note-renew': 'The note is kept a year longer.',
  'note-erase': 'The note is erased.',
}

export function CareNote({ firstName, note, children, answer }: Props) {
  const isBusy = useNavigation().formAction?.endsWith('form=note') ?? false
  const values = answer?.doneAt ? undefined : answer?.values
  return (
    <>
      <SettingsNotice answer={answer}>{done[answer?.form ?? '']}</SettingsNotice>
      <p>
        An allergy, a medicine, anything that <bdi>{firstName}</bdi>’s coach must know. Coaches see that there
        is a note, and open it when they need it. Each opening is shown here.
      </p>
      {note && (
        <Form method="post" action="?form=note-renew" className="row" preventScrollReset>
          <p>
            It is erased on <b className="unbroken">{note.erasesOn}</b>.
          </p>
          <Button type="submit" size="small">
            Keep it a year longer
          </Button>
        </Form>
      )}
      {children}
      <Form
        method="post"
        action="?form=note"
        className="stack"
        noValidate
        preventScrollReset
        key={`${Boolean(note)}-${answer?.doneAt}`}
      >
        <CareNoteFields note={note} values={values} problems={answer?.problems}>
          I agree that coaches of {firstName} and whoever runs the program read this note.
        </CareNoteFields>
        <div className="row">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving' : note ? 'Save the note' : 'Add the note'}
          </Button>
        </div>
      </Form>
      {note && (
        <Form method="post" action="?form=note-erase" preventScrollReset>
          <Button type="submit" variant="bare">
            Erase the note
          </Button>
        </Form>
      )}
    </>
  )
}

type FieldsProps = {
  note?: Pick<Note, 'category' | 'note' | 'whatToDo'> | undefined
  values: Record<string, string> | undefined
  problems: Record<string, string> | undefined
  children: ReactNode
}

export function CareNoteFields({ note, values, problems, children }: FieldsProps) {
  const field = (name: string, present = '') => fieldProps({ values, problems })(name, present)
  return (
    <>
      <SelectField label="What is it about?" {...field('category', note?.category)}>
        <option value="">Choose</option>
        <Options options={careCategories.map((category) => [category, categoryLabels[category]])} />
      </SelectField>
      <TextField label="What a coach should know" dir="auto" {...field('note', note?.note)} />
      <TextField label="What to do" optional dir="auto" rows={3} {...field('what_to_do', note?.whatToDo)} />
      <CheckField
        label={children}
        name="consent"
        problem={problems?.consent}
        defaultChecked={values?.consent === 'on'}
      />
    </>
  )
}
