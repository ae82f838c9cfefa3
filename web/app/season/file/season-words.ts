/** What is wrong with a coach who is not on the staff list. */
export const notOnStaff = (name: string, staff: string[]) =>
  `is ${quoted(name)}, who is not on the staff list; write ${
    staff.length > 0 ? `one of ${[...new Set(staff)].join(', ')}` : 'the coach there first'
  }`

const most = 60

/** A text as a message quotes it: on one line, and cut where it is long. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line}”`
}
