import { presets } from '#donations/donations.ts'
import { plainEmail, plainPhone } from '#people/people.ts'
import type { Cause } from '#platform/settings/programme.tables.ts'
import { usualLimits } from '#platform/settings/usual-limits.ts'
import { Programme } from '#season/file/season-file.schema.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { longOnes, problemsIn, rowsIn, textIn } from './form-reading.ts'
import type { FormProblems, FormValues } from './session-form.ts'

const limitLines = Object.keys(usualLimits) as (keyof typeof usualLimits)[]

export const programmeForm = ({ programme }: SeasonStructure): FormValues => ({
  name: programme.name,
  blurb: programme.blurb,
  email: programme.email,
  phone: programme.phone,
  address: programme.address.join('\n'),
  'time zone': programme['time zone'],
  wallet: programme.wallet,
  accent: programme.accent ?? '',
  clubs: programme.clubs.join('\n'),
  ...Object.fromEntries(
    Object.entries(programme.sections ?? {}).map(([kind, line]) => [`of-${kind}`, line ?? '']),
  ),
  ...Object.fromEntries(limitLines.map((line) => [`limits-${line}`, String(programme.limits?.[line] ?? '')])),
  'reliability page': programme['reliability page'] ? 'on' : '',
  ...causeForm('MCT', programme.causes.MCT),
  ...causeForm('DBF', programme.causes.DBF),
})

export function readProgrammeForm(
  values: FormValues,
  { programme }: SeasonStructure,
): { programme: SeasonStructure['programme']; problems: FormProblems } {
  const kinds = ['clinics', 'lessons', 'leagues', 'tournaments'] as const
  const sections = Object.fromEntries(
    kinds.flatMap((kind) => (textIn(values[`of-${kind}`]) ? [[kind, textIn(values[`of-${kind}`])]] : [])),
  )
  const accent = textIn(values.accent).toLowerCase() || undefined
  const edited = written({
    ...programme,
    accent,
    name: textIn(values.name),
    blurb: textIn(values.blurb),
    email: plainEmail(textIn(values.email)),
    phone: plainPhone(textIn(values.phone)),
    address: rowsIn(values.address),
    'time zone': textIn(values['time zone']),
    wallet: textIn(values.wallet),
    clubs: rowsIn(values.clubs),
    sections,
    limits: readLimits(values),
    'reliability page': values['reliability page'] === 'on' || undefined,
    causes: {
      ...programme.causes,
      MCT: readCause(values, 'MCT', programme.causes.MCT),
      DBF: readCause(values, 'DBF', programme.causes.DBF),
    },
  })
  return { programme: edited, problems: { ...longOnes(values), ...problemsIn(Programme, edited) } }
}

function readLimits(values: FormValues) {
  const lines = limitLines.flatMap((line) => {
    const text = textIn(values[`limits-${line}`])
    return text ? [[line, /^\d+$/.test(text) ? Number(text) : text]] : []
  })
  return lines.length > 0 ? Object.fromEntries(lines) : undefined
}

const causeForm = (key: string, { gifts = {}, ...cause }: Cause): FormValues =>
  Object.fromEntries([
    ...['name', 'blurb', 'about', 'ein'].map((line) => [
      `causes-${key}-${line}`,
      cause[line as keyof typeof cause] ?? '',
    ]),
    ...presets.map((dollars) => [`causes-${key}-gifts-${dollars}`, gifts[dollars] ?? '']),
  ])

/** Keeps the order of the lines, so that equal values are no change. */
function readCause(values: FormValues, key: string, before: Cause): Cause {
  const readField = (line: string) => textIn(values[`causes-${key}-${line}`]) || undefined
  const gifts = written({
    ...before.gifts,
    ...Object.fromEntries(presets.map((dollars) => [dollars, readField(`gifts-${dollars}`)])),
  })
  return written({
    ...before,
    ...{ name: readField('name') ?? '', blurb: readField('blurb') ?? '', about: readField('about') },
    ...{ ein: plainEin(readField('ein')), gifts: Object.keys(gifts).length > 0 ? gifts : undefined },
  })
}

const written = <Lines extends object>(lines: Lines) =>
  Object.fromEntries(Object.entries(lines).filter(([, line]) => line !== undefined)) as Lines

/** "123456789" → "12-3456789" */
const plainEin = (text: string | undefined) => text?.replace(/^(\d{2})(\d{7})$/, '$1-$2')
