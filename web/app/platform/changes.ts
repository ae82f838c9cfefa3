export const moneyChanges = [
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

export const changeKinds = [
  ...moneyChanges,
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
export type ChangeKind = (typeof changeKinds)[number]

/** A choice; free text lies in `change_notes`, which erasing deletes. */
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

/** A family's or person's entry holds names of fields or numbers, never text. */
export type TextFree = readonly string[] | Record<string, number | boolean | null>

const isFieldName = (name: string) => /^[a-z][A-Za-z]{0,40}$/.test(name)

/** Keeps names, notes and addresses out of the log. */
export const isTextFree = (fields: unknown): boolean =>
  Array.isArray(fields)
    ? fields.every((name) => typeof name === 'string' && isFieldName(name))
    : Object.entries(fields ?? {}).every(([name, value]) => isFieldName(name) && typeof value !== 'string')

export const fieldsIn = (after: unknown): string =>
  Array.isArray(after)
    ? after.map((name) => String(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(', ')
    : ''
