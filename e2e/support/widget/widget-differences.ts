import { readFileSync } from 'node:fs'

const reference = new URL('../../../dropin/docs/reference.md', import.meta.url)

/** The lines of a log that one of the two widgets alone has, as the reference lists them with their reasons. */
type Difference = { journeys: string[]; original: string[]; ours: string[] }

/** The table of the reference: journeys or `every`, then lines of the original's log, then of ours; `…` is anything. */
function listedDifferences(): Difference[] {
  const [, section = ''] = readFileSync(reference, 'utf8').split('\n## What differs from the original\n')
  const [chapter = ''] = section.split('\n## ')
  const [, ...rows] = chapter.split('\n').filter((line) => line.startsWith('| '))
  return rows.map((row) => {
    const [, journeys = '', original = '', ours = ''] = row.split('|')
    return { journeys: journeys.trim().split(', '), original: quotedIn(original), ours: quotedIn(ours) }
  })
}

const quotedIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted)

/** Both logs of a journey without what is listed; and what is listed for it and is not there. */
export function withoutListed(journey: string, logs: { original: string[]; ours: string[] }) {
  const listed = listedDifferences().filter(
    ({ journeys }) => journeys.includes('every') || journeys.includes(journey),
  )
  const original = without(
    logs.original,
    listed.flatMap((difference) => difference.original),
  )
  const ours = without(
    logs.ours,
    listed.flatMap((difference) => difference.ours),
  )
  return { original: original.rest, ours: ours.rest, unseen: [...original.unseen, ...ours.unseen] }
}

function without(lines: string[], listed: string[]) {
  const patterns = listed.map((quoted) => [quoted, patternOf(quoted)] as const)
  return {
    rest: lines.filter((line) => !patterns.some(([, pattern]) => pattern.test(line))),
    unseen: patterns
      .filter(([, pattern]) => !lines.some((line) => pattern.test(line)))
      .map(([quoted]) => quoted),
  }
}

function patternOf(quoted: string) {
  const parts = quoted.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
