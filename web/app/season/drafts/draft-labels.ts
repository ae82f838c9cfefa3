import { isDay, longDay } from '#platform/format/dates.ts'
import { dollarsOrFree, parseCents } from '#platform/format/money.ts'
import type { Line } from '#season/publish/season-diff.server.ts'

const names: Record<string, string> = {
  accent: 'Colour',
  logo: 'Sign',
  '': 'All of it',
  starts: 'First day',
  ends: 'Last day',
  meets: 'Days and hours',
  skips: 'Days without tennis',
  extra: 'Meetings beside the others',
  court: 'Courts',
  note: 'Text',
  active: 'Shown to families',
  opens: 'Registration opens',
  closed: 'Registration is closed',
  'ages on': 'Ages are counted on',
  location: 'Place',
  bring: 'What to bring',
  key: 'Key',
  blurb: 'Sentence about it',
  limits: 'What one family may have',
}

export const lineName = ({ name }: Pick<Line, 'name'>) =>
  names[name] ?? name.charAt(0).toUpperCase() + name.slice(1)

export function formatLine(name: string, value: unknown): string {
  if (name === '') return value ? 'there' : 'removed'
  if (name === 'active') return value === false ? 'no' : 'yes'
  if (name === 'reliability page') return value ? 'yes' : 'no'
  if (value === undefined) return 'none'
  if (name === 'starts' || name === 'ends' || name === 'ages on') return dayIn(value)
  if (name === 'price') return dollarsOrFree(parseCents(String(value)) ?? 0)
  if (name === 'places') return `${value} places`
  if (name === 'skips' && Array.isArray(value)) return value.map(dayIn).join('; ')
  if (name === 'picture' && typeof value === 'object') return (value as { alt: string }).alt
  if (name === 'limits' && typeof value === 'object')
    return Object.entries(value ?? {})
      .map(([line, most]) => `${line}: ${most}`)
      .join('; ')
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'object'
    ? Object.values(value ?? {})
        .map((item) => formatLine('part', item))
        .join('; ')
    : String(value)
}

const dayIn = (value: unknown) => (isDay(String(value)) ? longDay(String(value)) : String(value))

export const waitingLines = (count: number) =>
  count === 1 ? 'One line needs your answer.' : `${count} lines need your answer.`
