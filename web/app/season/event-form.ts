import type { Kind } from '#events/kinds.ts'
import { plainEmail, plainPhone } from '#people/people.ts'
import type { FoundEvent } from './draft-edits.ts'
import { labelOf } from './form-labels.ts'
import { Clinic, Programme } from './season-file.schema.ts'
import type { SeasonStructure, StructureEvent } from './season-structure.server.ts'
import { notOnStaff } from './season-words.ts'
import type { FormProblems, FormValues } from './session-form.ts'

export const eventForm = (event: StructureEvent): FormValues => ({
  key: event.key,
  name: event.name,
  summary: event.summary,
  price: String(event.price),
  'price note': event['price note'],
  location: event.location.join('\n'),
  description: event.description,
  format: (event.format ?? []).join('\n'),
  missions: (event.missions ?? []).join('\n'),
  'coach-name': event.coach?.name ?? '',
  'coach-line': event.coach?.line ?? '',
  bring: (event.bring ?? []).join('\n'),
  ...(event.active !== false && { active: 'on' }),
})

/** The event that a form says, and each field that needs another word. */
export function readEvent(
  values: FormValues,
  {
    kind,
    before,
    keys,
    staff,
  }: { kind: Kind; before: StructureEvent | undefined; keys: string[]; staff: string[] },
): { found: FoundEvent; problems: FormProblems } {
  const format = rowsIn(values.format)
  const missions = rowsIn(values.missions)
  const bring = rowsIn(values.bring)
  const coach = { name: textIn(values['coach-name']), line: textIn(values['coach-line']) }
  const event = {
    key: before?.key ?? keyFrom(values.name ?? '', keys),
    name: textIn(values.name),
    summary: textIn(values.summary),
    price: priceIn(values.price),
    'price note': textIn(values['price note']),
    location: rowsIn(values.location),
    description: textIn(values.description),
    ...(format.length > 0 && { format }),
    ...(kind === 'clinic' && missions.length > 0 && { missions }),
    ...((coach.name || coach.line) && {
      coach: { name: coach.name, ...(coach.line && { line: coach.line }) },
    }),
    ...(bring.length > 0 && { bring }),
    ...(!values.active && { active: false }),
    sessions: before?.sessions ?? [],
  }
  const stranger: FormProblems =
    coach.name && !staff.includes(coach.name)
      ? { 'coach-name': `Coach ${notOnStaff(coach.name, staff)}.` }
      : {}
  return {
    found: { kind, event },
    problems: { ...stranger, ...longOnes(values), ...problemsIn(Clinic, event) },
  }
}

export const programmeForm = ({ programme }: SeasonStructure): FormValues => ({
  name: programme.name,
  blurb: programme.blurb,
  email: programme.email,
  phone: programme.phone,
  address: programme.address.join('\n'),
  wallet: programme.wallet,
  clubs: programme.clubs.join('\n'),
  ...Object.fromEntries(
    Object.entries(programme.sections ?? {}).map(([kind, line]) => [`of-${kind}`, line ?? '']),
  ),
})

export function readProgrammeForm(
  values: FormValues,
  { programme }: SeasonStructure,
): { programme: SeasonStructure['programme']; problems: FormProblems } {
  const kinds = ['clinics', 'lessons', 'leagues', 'tournaments'] as const
  const sections = Object.fromEntries(
    kinds.flatMap((kind) => (textIn(values[`of-${kind}`]) ? [[kind, textIn(values[`of-${kind}`])]] : [])),
  )
  const said = {
    ...programme,
    name: textIn(values.name),
    blurb: textIn(values.blurb),
    email: plainEmail(textIn(values.email)),
    phone: plainPhone(textIn(values.phone)),
    address: rowsIn(values.address),
    wallet: textIn(values.wallet),
    clubs: rowsIn(values.clubs),
    sections,
  }
  return { programme: said, problems: { ...longOnes(values), ...problemsIn(Programme, said) } }
}

type Checked = {
  safeParse: (value: unknown) => {
    error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined
  }
}

/** Each problem of the season file's own rules at its field: "Price is “free”; write dollars up to …" */
function problemsIn(schema: Checked, value: unknown): FormProblems {
  const problems: FormProblems = {}
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    const field = path.filter((step) => typeof step === 'string').join('-')
    problems[field] ??= `${labelOf(field)} ${message}.`
  }
  return problems
}

const mostLetters = 4000
const longOnes = (values: FormValues): FormProblems =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) =>
      text.length > mostLetters
        ? [[name, `That is ${text.length.toLocaleString('en-US')} letters long. Write 4,000 at most.`]]
        : [],
    ),
  )

/** "First Rally, Red Ball" → "first-rally-red-ball", with a number where another event has it. */
function keyFrom(name: string, keys: string[]): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const key = plain || 'event'
  const isTaken = (candidate: string) => keys.includes(candidate)
  let number = 2
  while (isTaken(`${key}-${number}`)) number += 1
  return isTaken(key) ? `${key}-${number}` : key
}

const textIn = (text = '') => text.replaceAll('\r\n', '\n').trim()
const rowsIn = (text = '') =>
  textIn(text)
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean)

/** As an export writes it, so that the same price is no change. */
function priceIn(text = ''): string | number {
  const plain = textIn(text).replace(/^\$/, '')
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Number(plain) : plain
}
