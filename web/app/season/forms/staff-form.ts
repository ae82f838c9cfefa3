import { eventsIn, withEvent } from '#season/drafts/draft-edits.ts'
import { StaffMember } from '#season/file/season-file.schema.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import type { FormProblems, FormValues } from './session-form.ts'

/** A renamed member is renamed as coach of events, too. */
export function withStaff(
  structure: SeasonStructure,
  staff: Staff,
  names: Map<string, string>,
): SeasonStructure {
  const renamed = eventsIn(structure).flatMap(({ kind, event }) => {
    const name = event.coach && names.get(event.coach.name)
    return name && event.coach ? [{ kind, event: { ...event, coach: { ...event.coach, name } } }] : []
  })
  return renamed.reduce(withEvent, { ...structure, staff })
}

type Staff = NonNullable<SeasonStructure['staff']>

export const staffForm = ({ staff = [] }: SeasonStructure): FormValues =>
  Object.fromEntries(
    staff.flatMap(({ name, years, bio }, index) => [
      [`name-${index}`, name],
      [`years-${index}`, years.join(', ')],
      [`bio-${index}`, bio],
    ]),
  )

const labels: Record<string, string> = { name: 'Name', years: 'Years', bio: 'The sentence' }

/** The last entry is a new one if filled in. Pictures stay. */
export function readStaffForm(
  values: FormValues,
  { staff = [] }: SeasonStructure,
): { staff: Staff; names: Map<string, string>; problems: FormProblems } {
  const problems: FormProblems = {}
  const names = new Map<string, string>()
  const edited = [...staff, undefined].flatMap((before, index) => {
    const [name = '', years = '', bio = ''] = ['name', 'years', 'bio'].map((field) =>
      (values[`${field}-${index}`] ?? '').replaceAll('\r\n', '\n').trim(),
    )
    if (values[`gone-${index}`] || (!before && !name && !years && !bio)) return []
    if (before && before.name !== name) names.set(before.name, name)
    const member = {
      ...{ name, bio, years: yearsIn(years) },
      ...(before?.picture && { picture: before.picture }),
    }
    for (const { path, message } of StaffMember.safeParse(member).error?.issues ?? [])
      problems[`${String(path[0])}-${index}`] ??= `${labels[String(path[0])] ?? 'It'} ${message}.`
    if (member.years.some((year) => !/^20\d\d$/.test(String(year))))
      problems[`years-${index}`] ??= 'Write years such as 2027, 2028.'
    return member
  })
  return { staff: edited, names, problems }
}

const yearsIn = (text = '') =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((year) => (/^\d{4}$/.test(year) ? Number(year) : year))
