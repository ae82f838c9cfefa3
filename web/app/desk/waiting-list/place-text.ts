const suffixes = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** "1st", "22nd", "113th" */
const ordinal = (place: number) => `${place}${suffixes[ordinals.select(place)]}`

/** "2nd of 5 families" */
export const describeTurn = (place: number, inLine: number) =>
  `${ordinal(place)} of ${inLine === 1 ? '1 family' : `${inLine} families`}`

/** "1 player waits", "7 players wait" */
export const describeWaiting = (players: number) =>
  players === 1 ? '1 player waits' : `${players} players wait`
