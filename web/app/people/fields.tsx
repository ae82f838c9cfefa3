import type { ComponentProps } from 'react'
import { Field, fieldsOf, SelectField } from '#ui/fields/field.tsx'
import { maskedBy } from '#ui/fields/mask.ts'
import { plainEmail, skillLevels } from './people.ts'

type Props = Omit<ComponentProps<typeof Field>, 'label'> & { label?: string }

/**
 * Turns letters to lower case as they are typed, and drops the space that a phone's keyboard adds. A text field,
 * since an email field hides where its caret is.
 */
export function EmailField({ label = 'Email', ...props }: Props) {
  return (
    <Field
      autoComplete="email"
      {...props}
      label={label}
      type="text"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      ref={writePlain}
      onInput={({ currentTarget }) => writePlain(currentTarget)}
    />
  )
}

/** Also what was typed or filled in before the script was there. */
function writePlain(input: HTMLInputElement | null) {
  const written = withoutBlanks(input?.value ?? '')
  if (!input || written === input.value) return
  const caret = withoutBlanks(input.value.slice(0, input.selectionStart ?? undefined)).length
  input.value = written
  input.setSelectionRange(caret, caret)
}

const withoutBlanks = (typed: string) => plainEmail(typed).replace(/\s/g, '')

/** Writes a number as (000) 000-0000. */
export function PhoneField({ label = 'Phone', ...props }: Props) {
  return (
    <Field
      autoComplete="tel-national"
      placeholder="(000) 000-0000"
      {...props}
      label={label}
      type="tel"
      {...masked}
    />
  )
}

const masked = maskedBy(() => import('./phone-mask.ts').then(({ phoneMask }) => phoneMask))

/** The fields of a player; `prefix` names them by their path in a larger form. */
export function PlayerFields({
  values = {},
  problems,
  prefix = '',
  isHolder = false,
}: {
  values?: Record<string, string | null | undefined>
  problems: Record<string, string>
  prefix?: string
  /** The player sits at the browser, so that what it knows is theirs. */
  isHolder?: boolean
}) {
  const own = (token: string) => ({ autoComplete: isHolder ? token : 'off' })
  const of = (name: string) => fieldsOf({ values, problems })(prefix + name, '')
  return (
    <div className="fields">
      <Field label="First name" {...own('given-name')} {...of('first_name')} />
      <Field label="Last name" {...own('family-name')} {...of('last_name')} />
      <Field label="Birthday" type="date" min="1900-01-01" {...own('bday')} {...of('birthday')} />
      <SelectField label="Skill level" autoComplete="off" {...of('skill_level')}>
        <option value="">Choose a level</option>
        {skillLevels.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </SelectField>
      <PhoneField optional {...own('tel-national')} {...of('phone')} />
    </div>
  )
}
