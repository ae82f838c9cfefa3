import type { Right } from '#team/rights.ts'

type State = {
  /** After "1 family" and "2 families", on Today and above the list. */
  one: string
  many: string
  /** In place of "No family …". */
  none?: string
  /** In a row of the list. */
  chip: string
  tone: 'due' | 'out'
  right: Right
}

/** What a family can be listed for. Today counts some of it, and leads to the list that it counts. */
export const familyStates = {
  overdue: {
    one: 'owes for a session that has begun',
    many: 'owe for a session that has begun',
    ...{ chip: 'Overdue', tone: 'out', right: 'sums' },
  },
  unpaid: {
    one: 'has a place to pay for',
    many: 'have a place to pay for',
    ...{ chip: 'To pay', tone: 'due', right: 'sums' },
  },
  owed: {
    one: 'is owed a refund',
    many: 'are owed a refund',
    ...{ chip: 'Refund owed', tone: 'due', right: 'sums' },
  },
  bounced: {
    one: 'owes us for a bounced check',
    many: 'owe us for a bounced check',
    ...{ chip: 'Bounced check', tone: 'out', right: 'sums' },
  },
  disputed: {
    one: 'disputes a payment at the bank',
    many: 'dispute a payment at the bank',
    ...{ chip: 'Disputed', tone: 'out', right: 'sums' },
  },
  closed: {
    one: 'paid for a session that was called off',
    many: 'paid for a session that was called off',
    ...{ chip: 'Paid, and closed', tone: 'due', right: 'sums' },
  },
  unsigned: {
    one: 'has not signed the release',
    many: 'have not signed the release',
    none: 'Every family with a place has signed the release',
    ...{ chip: 'Release not signed', tone: 'out', right: 'families' },
  },
} as const satisfies Record<string, State>

export type FamilyState = keyof typeof familyStates
export const stateNames = Object.keys(familyStates) as FamilyState[]

const stateOf = (state: FamilyState): State => familyStates[state]

/** What stands after a number of families: "families owe for a session that has begun". */
export function familiesThat(many: number, state?: FamilyState): string {
  const noun = many === 1 ? 'family' : 'families'
  return state ? `${noun} ${many === 1 ? stateOf(state).one : stateOf(state).many}` : noun
}

export function noFamilyThat(state?: FamilyState): string {
  return state ? (stateOf(state).none ?? `No family ${stateOf(state).one}`) : 'No family'
}
