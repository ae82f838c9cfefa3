import type { MaskitoOptions } from '@maskito/core'

const maxDigits = 10

/** A dollar sign, thousands in groups, at most two decimals, at most ten digits. */
export const dollarMask: MaskitoOptions = {
  mask: /^\$?[\d,]*(\.\d{0,2})?$/,
  preprocessors: [({ elementState, data }) => ({ elementState, data: data.replace(/[$,\s]/g, '') })],
  postprocessors: [({ value, selection: [from] }) => grouped(value, from)],
}

/** Reformats the amount; the caret stays behind the same typed digits. */
function grouped(value: string, caret: number) {
  const unformatted = limited(value.replace(/[$,]/g, ''))
  const typedBefore = value.slice(0, caret).replace(/[$,]/g, '').length
  const [whole = '', ...decimals] = unformatted.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const shown = unformatted ? `$${[groups, ...decimals].join('.')}` : ''
  const place = placeAfter(shown, typedBefore)
  return { value: shown, selection: [place, place] as const }
}

function limited(typed: string): string {
  let digits = 0
  return [...typed].filter((sign) => sign === '.' || ++digits <= maxDigits).join('')
}

function placeAfter(shown: string, typed: number): number {
  let remaining = typed
  for (const [place, sign] of [...shown].entries()) {
    if (remaining === 0 && sign !== '$') return place
    if (sign !== '$' && sign !== ',') remaining -= 1
  }
  return shown.length
}
