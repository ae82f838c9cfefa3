/** What the log tells of money. */
export const moneyWords = [
  'payment recorded',
  'payment taken back',
  'check bounced',
  'money returned',
  'money repaid',
  'money did not arrive',
  'money given back',
  'credit paid out',
  'credit used',
  'price waived',
  'fee charged',
  'money asked for',
  'money approved',
  'money refused',
] as const

/** All that the log tells of. Whoever writes of something new adds its words here. */
export const changeWords = [
  ...moneyWords,
  'places given up',
  'unregistered',
  'registered at the desk',
  'put on the waiting list',
  'moved ahead on the waiting list',
  'left the waiting list',
  'family called',
  'player added',
  'player changed',
  'player deleted',
  'family changed',
  'families merged',
  'merge undone',
  'contact added',
  'contact changed',
  'contact removed',
  'account made',
  'account erased',
  'data handed out',
  'logged out everywhere',
  'release asked for',
  'release signed on paper',
  'release signed on the site',
  'guest added',
  'guest taken off',
  'mark refused',
  'care note opened',
  'care notes kept on a phone',
  'care notes printed',
  'day sheet printed',
  'roster printed',
  'roster downloaded',
  'message written',
  'mail sent again',
  'season brought in',
  'season published',
  'registration closed',
  'registration opened',
  'programme set up',
  'mail server set',
  'gateway set',
  'demo left',
  'member invited',
  'invitation taken back',
  'member joined',
  'roles changed',
  'member dates changed',
  'second step reset',
  'second step changed',
  'meeting cancelled',
  'session taken over',
  'exception granted',
  'exception refused',
] as const
export type ChangeWord = (typeof changeWords)[number]

/** Why: a choice. What somebody says in words of their own lies in `change_notes`, which erasing empties. */
const changeReasons = [
  'asked for by the family',
  'never paid',
  'mistake',
  'bounced',
  'moved or closed',
  'left early',
  'scholarship',
  'goodwill',
  'came to nothing',
  'brother or sister plays',
  'plays at this level',
  'right for this age',
  'other',
] as const
export type ChangeReason = (typeof changeReasons)[number]

/** What is told of a family or a person holds no text of theirs: names of fields, or numbers. */
export type Wordless = readonly string[] | Record<string, number | boolean | null>

const isFieldName = (name: string) => /^[a-z][A-Za-z]{0,40}$/.test(name)

/** No names, notes or addresses get into the log through a list of fields. */
export const isWordless = (told: unknown): boolean =>
  Array.isArray(told)
    ? told.every((name) => typeof name === 'string' && isFieldName(name))
    : Object.entries(told ?? {}).every(([name, value]) => isFieldName(name) && typeof value !== 'string')

/** The fields that a line of the log names, as people read them: "birthday, skill level". */
export const fieldsIn = (after: unknown): string =>
  Array.isArray(after)
    ? after.map((name) => String(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(', ')
    : ''
