import type { ComponentProps } from 'react'
import { Field, fieldProps, SelectField } from '#ui/fields/field.tsx'
import { maskedBy } from '#ui/fields/mask.ts'
import { plainEmail, skillLevels } from './people.ts'

type Props = Omit<ComponentProps<typeof Field>, 'label'> & { label?: string }

/** Lower-cases, and drops a keyboard's trailing space. `type="text"`, since email inputs hide their caret. */
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

/** Also for input from before hydration. */
function writePlain(input: HTMLInputElement | null) {
  const written = withoutBlanks(input?.value ?? '')
  if (!input || written === input.value) return
  const caret = withoutBlanks(input.value.slice(0, input.selectionStart ?? undefined)).length
  input.value = written
  input.setSelectionRange(caret, caret)
}

const withoutBlanks = (typed: string) => plainEmail(typed).replace(/\s/g, '')

/** Masked as (000) 000-0000. */
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

/** `prefix`: the path of the player in a larger form. */
export function PlayerFields({
  values = {},
  problems,
  prefix = '',
  isHolder = false,
}: {
  values?: Record<string, string | null | undefined>
  problems: Record<string, string>
  prefix?: string
  /** The player sits at the browser, so autofill is theirs. */
  isHolder?: boolean
}) {
  const holderOnly = (token: string) => ({ autoComplete: isHolder ? token : 'off' })
  const field = (name: string) => fieldProps({ values, problems })(prefix + name, '')
  return (
    <div className="fields">
      <Field label="First name" {...holderOnly('given-name')} {...field('first_name')} />
      <Field label="Last name" {...holderOnly('family-name')} {...field('last_name')} />
      <Field label="Birthday" type="date" min="1900-01-01" {...holderOnly('bday')} {...field('birthday')} />
      <SelectField label="Skill level" autoComplete="off" {...field('skill_level')}>
        <option value="">Choose a level</option>
        {skillLevels.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </SelectField>
      <PhoneField optional {...holderOnly('tel-national')} {...field('phone')} />
    </div>
  )
}
