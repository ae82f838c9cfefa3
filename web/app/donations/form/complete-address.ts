export type Town = { city: string; state: string; zips: string[] }

/** An address to choose. With `zips` its town has several postal codes, which are offered next. */
export type CompletedAddress = { text: string; zips?: string }

const maxSuggestions = 6

/**
 * Completes a typed address: the street before the first comma stays; the town is looked up by its first letters, its
 * state and the first digits of its postal code.
 */
export function completeAddress(typed: string, towns: Town[]): CompletedAddress[] {
  const address = parse(typed)
  if (!address) return []
  const { street, city, state, zip } = address
  const fits = towns.filter(
    (town) =>
      town.city.toLowerCase().startsWith(city) &&
      (!state || town.state === state) &&
      town.zips.some((code) => code.startsWith(zip)),
  )
  const named = fits.filter((town) => state && town.city.toLowerCase() === city)
  const best = (named.length > 0 ? named : fits)
    .sort((left, right) => rank(right, city) - rank(left, city) || left.state.localeCompare(right.state))
    .slice(0, maxSuggestions)
  const lines = best.length === 1 || zip ? best.flatMap((town) => withZips(town, zip)) : best.map(line)
  return lines.slice(0, maxSuggestions).map(({ text, ...more }) => ({ text: `${street}, ${text}`, ...more }))
}

/** The exact name first, then the larger town. */
const rank = ({ city, zips }: Town, typedCity: string) =>
  (city.toLowerCase() === typedCity ? 10_000 : 0) + zips.length

const withZips = ({ city, state, zips }: Town, begin: string) =>
  zips.filter((zip) => zip.startsWith(begin)).map((zip) => ({ text: `${city}, ${state} ${zip}` }))

function line({ city, state, zips }: Town): CompletedAddress {
  const [first, last] = [zips[0], zips.at(-1)]
  if (first === last) return { text: `${city}, ${state} ${first}` }
  return { text: `${city}, ${state}`, zips: `${first} to ${last}` }
}

/** "4 Baseline Road, fairf, ca 945" → the street, and what is known of the town; undefined if it is too little. */
function parse(typed: string) {
  const comma = typed.indexOf(',')
  if (comma < 1) return undefined
  const street = typed.slice(0, comma).trim()
  const rest = typed
    .slice(comma + 1)
    .replaceAll(',', ' ')
    .trim()
    .replace(/\s+/g, ' ')
  const [, text = '', zip = ''] = /^(.*?)\s?(\d{0,5})$/.exec(rest) ?? []
  const [, before, end] = /^(.+) ([a-z]{2})$/i.exec(text) ?? []
  const isState = end !== undefined && states.has(end.toUpperCase())
  const city = (isState ? before : text)?.toLowerCase() ?? ''
  const state = isState ? end.toUpperCase() : ''
  return city.length + zip.length < 2 ? undefined : { street, city, state, zip }
}

const states = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR'
  ).split(' '),
)
