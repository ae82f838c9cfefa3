import type { MaskitoOptions } from '@maskito/core'

const mostDigits = 10

/** A dollar sign, thousands in groups, at most two decimals, at most ten digits. */
export const dollarMask: MaskitoOptions = {
  mask: /^\$?[\d,]*(\.\d{0,2})?$/,
  preprocessors: [({ elementState, data }) => ({ elementState, data: data.replace(/[$,\s]/g, '') })],
  postprocessors: [({ value, selection: [from] }) => grouped(value, from)],
}

/** Sets the amount anew; the caret keeps its place among the signs that were typed. */
function grouped(value: string, caret: number) {
  const kept = limited(value.replace(/[$,]/g, ''))
  const typedBefore = value.slice(0, caret).replace(/[$,]/g, '').length
  const [whole = '', ...decimals] = kept.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const shown = kept ? `$${[groups, ...decimals].join('.')}` : ''
  const place = placeAfter(shown, typedBefore)
  return { value: shown, selection: [place, place] as const }
}

function limited(typed: string): string {
  let digits = 0
  return [...typed].filter((sign) => sign === '.' || ++digits <= mostDigits).join('')
}

function placeAfter(shown: string, typed: number): number {
  let left = typed
  for (const [place, sign] of [...shown].entries()) {
    if (left === 0 && sign !== '$') return place
    if (sign !== '$' && sign !== ',') left -= 1
  }
  return shown.length
}
