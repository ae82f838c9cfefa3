type Figure = { name: string; ratio: number; bound: string; isWithin: boolean; detail: string }

const missed: string[] = []

export const title = (text: string) => console.log(`\n${text}`)
export const note = (text: string) => console.log(`  ${text}`)

function print({ name, ratio, bound, isWithin, detail }: Figure) {
  console.log(
    `  ${isWithin ? 'ok    ' : 'MISSED'} ${ratio.toFixed(2).padStart(5)} ${bound}  ${name}: ${detail}`,
  )
  if (!isWithin) missed.push(name)
}

export const atMost = (most: number, name: string, ratio: number, detail: string) =>
  print({ name, ratio, bound: `≤ ${most}`, isWithin: ratio <= most, detail })

export const atLeast = (least: number, name: string, ratio: number, detail: string) =>
  print({ name, ratio, bound: `≥ ${least}`, isWithin: ratio >= least, detail })

export function expectThat(name: string, isTrue: boolean, detail = '') {
  console.log(`  ${isTrue ? 'ok    ' : 'MISSED'} ${name}${detail && `: ${detail}`}`)
  if (!isTrue) missed.push(name)
}

/** Reports missed bounds; true when there are none. */
export function conclude(): boolean {
  if (missed.length === 0) console.log('\nAll within their bounds.')
  else console.log(`\nMissed: ${missed.join('; ')}`)
  return missed.length === 0
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/** Median (minimum–maximum). */
export const formatSpread = (numbers: number[], digits = 0) =>
  `${median(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)})`
