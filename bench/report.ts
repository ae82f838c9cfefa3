/** A number and its bound. `isKept` says whether it stays within. */
type Figure = { name: string; ratio: number; bound: string; isKept: boolean; detail: string }

const missed: string[] = []

export const title = (words: string) => console.log(`\n${words}`)
export const note = (words: string) => console.log(`  ${words}`)

function print({ name, ratio, bound, isKept, detail }: Figure) {
  console.log(
    `  ${isKept ? 'ok    ' : 'MISSED'} ${ratio.toFixed(2).padStart(5)} ${bound}  ${name}: ${detail}`,
  )
  if (!isKept) missed.push(name)
}

export const atMost = (most: number, name: string, ratio: number, detail: string) =>
  print({ name, ratio, bound: `≤ ${most}`, isKept: ratio <= most, detail })

export const atLeast = (least: number, name: string, ratio: number, detail: string) =>
  print({ name, ratio, bound: `≥ ${least}`, isKept: ratio >= least, detail })

/** What is true or not. */
export function holds(name: string, isTrue: boolean, detail = '') {
  console.log(`  ${isTrue ? 'ok    ' : 'MISSED'} ${name}${detail && `: ${detail}`}`)
  if (!isTrue) missed.push(name)
}

/** The last words: what was missed. Answers whether nothing was. */
export function conclude(): boolean {
  if (missed.length === 0) console.log('\nAll within their bounds.')
  else console.log(`\nMissed: ${missed.join('; ')}`)
  return missed.length === 0
}

export function medianOf(numbers: number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/** Median, and the least and the most in brackets. */
export const spreadOf = (numbers: number[], digits = 0) =>
  `${medianOf(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)})`
