import type { Right } from '#team/rights.ts'

type State = {
  /** Follow "1 family" and "2 families". */
  one: string
  many: string
  /** Instead of "No family …". */
  none?: string
  chip: string
  tone: 'due' | 'out'
  right: Right
}

/** Filters of the list of families; Today links to some. */
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
export const familyStateNames = Object.keys(familyStates) as FamilyState[]

const toState = (state: FamilyState): State => familyStates[state]

/** "families owe for a session that has begun" */
export function familiesThat(many: number, state?: FamilyState): string {
  const noun = many === 1 ? 'family' : 'families'
  return state ? `${noun} ${many === 1 ? toState(state).one : toState(state).many}` : noun
}

export function noFamilyThat(state?: FamilyState): string {
  return state ? (toState(state).none ?? `No family ${toState(state).one}`) : 'No family'
}
