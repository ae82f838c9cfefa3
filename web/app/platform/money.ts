const plain = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
})
const shown = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** 1990 → "19.90", the form that the gateway and the API take. */
export const decimal = (cents: number) => plain.format(cents / 100)

/** 1990 → 19.9, the number of dollars that the API speaks of; inside, money is whole cents. */
export const inDollars = (cents: number) => cents / 100

/** 199000 → "$1,990.00", where money moves. */
export const dollars = (cents: number) => shown.format(cents / 100)

/** 18000 → "$180", where people browse; cents are shown when there are any. */
export const price = (cents: number) => (cents % 100 === 0 ? whole.format(cents / 100) : dollars(cents))

/** "180" or "180.5" or 180.5 → cents; undefined when it is no amount of money. */
export function centsOf(amount: string | number): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(amount).trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}
