import { type FamilyState, familiesThat, familyStates } from '#desk/family/list/family-states.ts'
import { nearDay } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { may, type Right } from '#team/rights.ts'
import type { Role } from '#team/roles.ts'

type Figure = { many: number; first?: string | null; cents?: number; until?: string | undefined } | undefined
type Figures = Partial<Record<Name, Figure>>
type Name =
  | 'mail'
  | 'overdue'
  | 'owed'
  | 'bounced'
  | 'disputed'
  | 'disputedGifts'
  | 'unsigned'
  | 'calls'
  | 'exceptions'
  | 'uncoached'
  | 'runOut'
  | 'noMailServer'
  | 'noGateway'
/** A figure, a sentence that reads on from it, when it matters, and where to see to it. */
export type Wait = { many: number; says: string; when: string; to?: string; does?: string }

const firstOf = (many: number) => (many === 1 ? 'It' : 'The first of them')

type Kind = {
  of: keyof Figures
  right: Right
  says: (isOne: boolean) => string
  when: (figure: NonNullable<Figure>) => string
  to?: string
  does?: string
  /** Where the door takes another right than the figure. */
  opens?: Right
}

/** Families in a state: the figure counts the list that it leads to. */
const families = (state: FamilyState & keyof Figures, when: Kind['when']): Kind => ({
  of: state,
  right: familyStates[state].right,
  says: (isOne) => familiesThat(isOne ? 1 : 2, state),
  when,
  to: `/desk/families?state=${state}`,
  does: 'See which',
})

const kinds: Kind[] = [
  families('overdue', ({ first, many }) => (first ? `${firstOf(many)} began on ${nearDay(first)}.` : '')),
  families('owed', ({ cents = 0 }) => `${dollars(cents)} in all go back by check, cash or Venmo.`),
  families('bounced', ({ cents = 0 }) => `${dollars(cents)} in all had gone back to them before.`),
  families('disputed', ({ cents = 0 }) => `${dollars(cents)} in all. Nothing of it goes back by itself.`),
  {
    of: 'disputedGifts',
    right: 'sums',
    says: (isOne) =>
      `${isOne ? 'gift without an account is' : 'gifts without an account are'} disputed at the bank`,
    when: ({ cents = 0 }) => `${dollars(cents)} in all.`,
    // The mail that told of it says who gave, and what to do by when.
    to: '/desk/mails?kind=for+the+programme',
    does: 'See the mails about it',
    opens: 'mails',
  },
  {
    of: 'calls',
    right: 'families',
    says: (isOne) =>
      isOne ? 'family without an email waits for a call' : 'families without an email wait for a call',
    when: ({ many, until }) =>
      until
        ? `${firstOf(many)} is offered a place until ${until}.`
        : 'There is news of a waiting list, and no mail tells it.',
    to: '/desk/calls',
    does: 'See whom to call',
  },
  families(
    'unsigned',
    ({ many }) => `${many === 1 ? 'Its' : 'Their'} players have places, and play once it is signed.`,
  ),
  {
    of: 'exceptions',
    right: 'families',
    says: (isOne) => (isOne ? 'exception of age is asked for' : 'exceptions of age are asked for'),
    when: ({ first, many }) => (first ? `${firstOf(many)} is for a session from ${nearDay(first)} on.` : ''),
    to: '/desk/exceptions',
    does: 'Decide',
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
    when: ({ first, many }) => (first ? `${firstOf(many)} needs one from ${nearDay(first)} on.` : ''),
    to: '/desk/sessions?coach=none',
    does: 'See which',
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
  {
    of: 'noMailServer',
    right: 'settings',
    says: () => 'mail server is missing',
    when: () => 'Mails are kept on this machine, and reach nobody.',
    to: '/desk/settings',
    does: 'Set it',
  },
  {
    of: 'noGateway',
    right: 'settings',
    says: () => 'card gateway is missing',
    when: () => 'The sandbox plays it, and no money moves.',
    to: '/desk/settings',
    does: 'Set it',
  },
]

/** What waits for somebody with these roles. */
export const waitingFor = (roles: ReadonlySet<Role>, figures: Figures): Wait[] =>
  kinds.flatMap(({ of, right, says, when, to, does, opens = right }) => {
    const figure = figures[of]
    if (!figure || figure.many === 0 || !may({ roles }, right)) return []
    return [
      {
        many: figure.many,
        says: says(figure.many === 1),
        when: when(figure),
        ...(to && may({ roles }, opens) && { to, does }),
      },
    ]
  })
