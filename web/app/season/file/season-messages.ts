export const notOnStaff = (name: string, staff: string[]) =>
  `is ${quoted(name)}, who is not on the staff list; write ${
    staff.length > 0 ? `one of ${[...new Set(staff)].join(', ')}` : 'the coach there first'
  }`

const most = 60

/** Quoted on one line, truncated. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line}”`
}
