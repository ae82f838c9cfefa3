import type { Kind } from '#events/kinds.ts'
import type { FoundEvent } from '#season/drafts/draft-edits.ts'
import { Clinic } from '#season/file/season-file.schema.ts'
import { notOnStaff } from '#season/file/season-messages.ts'
import type { StructureEvent } from '#season/file/season-structure.server.ts'
import { longOnes, problemsIn, rowsIn, textIn } from './form-reading.ts'
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

/** The event as edited, with a problem per invalid field. */
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

/** "First Rally, Red Ball" → "first-rally-red-ball", with a number if that key exists. */
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

/** Normalised as in an export, so that an equal price is no change. */
function priceIn(text = ''): string | number {
  const plain = textIn(text).replace(/^\$/, '')
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Number(plain) : plain
}
