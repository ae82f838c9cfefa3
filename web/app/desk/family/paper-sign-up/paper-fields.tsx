import { CareNoteFields } from '#people/care/care-note-form.tsx'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { fieldProps, Options, SelectField } from '#ui/fields/field.tsx'
import type { PaperForm } from './paper-forms.ts'

type Meeting = { id: string; when: string; session: string; isReported: boolean }
type Props = {
  kind: PaperForm
  page: string
  player: { firstName: string }
  hasNote: boolean
  mayBeShown: boolean
  meetings: Meeting[]
  answer: FormReply | undefined
}

/** Fields besides the reason. */
export function PaperFields(props: Props) {
  switch (props.kind) {
    case 'note':
      return <Note {...props} />
    case 'photos':
      return <Photos {...props} />
    case 'absence':
      return <Absence {...props} />
    case 'delete':
      return <p>What was registered stays on record, without a name. This cannot be undone.</p>
    default:
      return null
  }
}

const Note = ({ page, player, hasNote, answer }: Props) => (
  <>
    {hasNote && (
      <p className="row">
        There is a note: what you write takes its place.
        <ButtonLink size="small" to={`${page}/keep-note`}>
          Keep it a year longer
        </ButtonLink>
        <ButtonLink size="small" to={`${page}/erase-note`}>
          Erase it
        </ButtonLink>
      </p>
    )}
    <CareNoteFields values={answer?.values} problems={answer?.problems}>
      The family agreed on paper that coaches of {player.firstName} and whoever runs the program read this
      note.
    </CareNoteFields>
  </>
)

const Photos = ({ mayBeShown, answer }: Props) => (
  <ChoiceCards
    legend="May photos be shown?"
    choices={[
      { value: 'yes', name: 'Yes, the family allowed it on paper' },
      { value: 'no', name: 'No' },
    ]}
    {...fieldProps(answer)('may_be_shown', mayBeShown ? 'yes' : 'no')}
  />
)

const Absence = ({ meetings, answer }: Props) => (
  <>
    <SelectField label="Meeting" {...fieldProps(answer)('meeting', '')}>
      <option value="">Choose a meeting</option>
      <Options
        options={meetings.map(({ id, when, session, isReported }) => [
          id,
          `${when}, ${session}${isReported ? ' (does not come)' : ''}`,
        ])}
      />
    </SelectField>
    <ChoiceCards
      legend="Who comes?"
      choices={[
        { value: 'yes', name: 'The player does not come' },
        { value: 'no', name: 'The player comes after all' },
      ]}
      {...fieldProps(answer)('is_absent', 'yes')}
    />
  </>
)
