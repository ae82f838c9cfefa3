import type { ComponentProps, FormEvent, SyntheticEvent } from 'react'
import { Field, SelectField } from '#ui/field.tsx'
import { skillLevels } from './people.ts'

type Props = Omit<ComponentProps<typeof Field>, 'label'> & { label?: string }

/** Turns letters to lower case as they are typed. A text field, since an email field hides where its caret is. */
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
      onInput={toLowerCase}
    />
  )
}

function toLowerCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const lower = input.value.toLowerCase()
  if (lower === input.value) return
  const caret = input.selectionStart
  input.value = lower
  input.setSelectionRange(caret, caret)
}

/** Writes a number as (000) 000-0000. The mask is fetched when the field is first used. */
export function PhoneField({ label = 'Phone', ...props }: Props) {
  return (
    <Field
      autoComplete="tel-national"
      placeholder="(000) 000-0000"
      {...props}
      label={label}
      type="tel"
      onFocus={mask}
      onInput={mask}
    />
  )
}

const masked = new WeakSet<HTMLInputElement>()
const phoneMask = Array.from('(000) 000-0000', (sign) => (sign === '0' ? /\d/ : sign))

async function mask({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  if (masked.has(input)) return
  masked.add(input)
  const loaded = await import('@maskito/core').catch(console.warn)
  // Without the network the number is typed as it comes, and the next key asks again.
  if (!loaded) return masked.delete(input)
  new loaded.Maskito(input, {
    mask: phoneMask,
    // A pasted or filled-in number may begin with the country.
    preprocessors: [
      ({ elementState, data }) => ({
        elementState,
        data: data.replace(/^\s*\+?1(?=\D*\d{3}\D*\d{3}\D*\d{4})/, ''),
      }),
    ],
  })
}

/** The fields of a player; `prefix` names them by their path in a larger form. */
export function PlayerFields({
  values = {},
  problems,
  prefix = '',
}: {
  values?: Record<string, string | null | undefined>
  problems: Record<string, string>
  prefix?: string
}) {
  const of = (name: string) => ({
    name: prefix + name,
    defaultValue: values[prefix + name] ?? '',
    problem: problems[prefix + name],
  })
  return (
    <div className="fields">
      <Field label="First name" autoComplete="off" {...of('first_name')} />
      <Field label="Last name" autoComplete="off" {...of('last_name')} />
      <Field label="Birthday" type="date" min="1900-01-01" {...of('birthday')} />
      <SelectField label="Skill level" {...of('skill_level')}>
        <option value="">Choose a level</option>
        {skillLevels.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </SelectField>
      <PhoneField optional autoComplete="off" {...of('phone')} />
    </div>
  )
}
