import { nearDay } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { may, type Right } from '#team/rights.ts'
import type { Role } from '#team/roles.ts'

type Figure = { many: number; first?: string | null; cents?: number } | undefined
type Figures = Record<
  'mail' | 'overdue' | 'owed' | 'bounced' | 'disputed' | 'unsigned' | 'uncoached' | 'runOut',
  Figure
>
/** A figure, a sentence that reads on from it, when it matters, and where to see to it. */
export type Wait = { many: number; says: string; when: string; to?: string; does?: string }

const firstOf = (many: number) => (many === 1 ? 'It' : 'The first of them')

const kinds: {
  of: keyof Figures
  right: Right
  says: (isOne: boolean) => string
  when: (figure: NonNullable<Figure>) => string
  to?: string
  does?: string
}[] = [
  {
    of: 'overdue',
    right: 'sums',
    says: (isOne) => `${isOne ? 'family owes' : 'families owe'} for a session that has begun`,
    when: ({ first, many }) => (first ? `${firstOf(many)} began on ${nearDay(first)}.` : ''),
    to: '/desk/families',
    does: 'Find a family',
  },
  {
    of: 'owed',
    right: 'sums',
    says: (isOne) => (isOne ? 'refund is owed' : 'refunds are owed'),
    when: ({ cents = 0 }) => `${dollars(cents)} in all go back by check, cash or Venmo.`,
    to: '/desk/families',
    does: 'Find a family',
  },
  {
    of: 'bounced',
    right: 'sums',
    says: (isOne) => (isOne ? 'bounced check is owed to us' : 'bounced checks are owed to us'),
    when: ({ cents = 0 }) => `${dollars(cents)} in all had gone back to their families before.`,
    to: '/desk/families',
    does: 'Find a family',
  },
  {
    of: 'disputed',
    right: 'sums',
    says: (isOne) => `${isOne ? 'payment is' : 'payments are'} disputed at the bank`,
    when: ({ cents = 0 }) => `${dollars(cents)} in all. Nothing of it goes back by itself.`,
    to: '/desk/families',
    does: 'Find a family',
  },
  {
    of: 'unsigned',
    right: 'families',
    says: (isOne) => `${isOne ? 'family has' : 'families have'} not signed the release`,
    when: ({ many }) => `${many === 1 ? 'Its' : 'Their'} players have places, and play once it is signed.`,
    to: '/desk/families?release=unsigned',
    does: 'See which',
  },
  {
    of: 'mail',
    right: 'mails',
    says: (isOne) => (isOne ? 'mail did not arrive' : 'mails did not arrive'),
    when: () => 'We tried for three days.',
    to: '/desk/mails?state=failed',
    does: 'See what failed',
  },
  {
    of: 'uncoached',
    right: 'season',
    says: (isOne) => (isOne ? 'session has no coach' : 'sessions have no coach'),
    when: ({ first, many }) => (first ? `${firstOf(many)} begins on ${nearDay(first)}.` : ''),
    to: '/desk/season',
    does: 'Open the season',
  },
  {
    of: 'runOut',
    right: 'team',
    says: (isOne) =>
      isOne
        ? 'member has a check or training that runs out'
        : 'members have a check or training that runs out',
    when: ({ first }) => (first ? `The first on ${nearDay(first)}. Nobody is locked out by a date.` : ''),
    to: '/desk/team',
    does: 'Open team',
  },
]

/** What waits for somebody with these roles. */
export const waitingFor = (roles: ReadonlySet<Role>, figures: Figures): Wait[] =>
  kinds.flatMap(({ of, right, says, when, to, does }) => {
    const figure = figures[of]
    if (!figure || figure.many === 0 || !may({ roles }, right)) return []
    return [{ many: figure.many, says: says(figure.many === 1), when: when(figure), ...(to && { to, does }) }]
  })
