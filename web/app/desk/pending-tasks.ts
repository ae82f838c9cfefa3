import { type FamilyState, familiesThat, familyStates } from '#desk/families/family-states.ts'
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
/** Count, text that continues it, detail and link. */
export type PendingTask = { many: number; text: string; when: string; to?: string; action?: string }

const firstText = (many: number) => (many === 1 ? 'It' : 'The first of them')

type TaskKind = {
  name: keyof Figures
  right: Right
  text: (isOne: boolean) => string
  when: (figure: NonNullable<Figure>) => string
  to?: string
  action?: string
  /** Right for the link, if it differs. */
  opens?: Right
}

/** Links to the list that it counts. */
const families = (state: FamilyState & keyof Figures, when: TaskKind['when']): TaskKind => ({
  name: state,
  right: familyStates[state].right,
  text: (isOne) => familiesThat(isOne ? 1 : 2, state),
  when,
  to: `/desk/families?state=${state}`,
  action: 'See which',
})

const kinds: TaskKind[] = [
  families('overdue', ({ first, many }) => (first ? `${firstText(many)} began on ${nearDay(first)}.` : '')),
  families('owed', ({ cents = 0 }) => `${dollars(cents)} in all go back by check, cash or Venmo.`),
  families('bounced', ({ cents = 0 }) => `${dollars(cents)} in all had gone back to them before.`),
  families('disputed', ({ cents = 0 }) => `${dollars(cents)} in all. Nothing of it goes back by itself.`),
  {
    name: 'disputedGifts',
    right: 'sums',
    text: (isOne) =>
      `${isOne ? 'gift without an account is' : 'gifts without an account are'} disputed at the bank`,
    when: ({ cents = 0 }) => `${dollars(cents)} in all.`,
    // The mail about the dispute has donor and deadline.
    to: '/desk/mails?kind=for+the+programme',
    action: 'See the mails about it',
    opens: 'mails',
  },
  {
    name: 'calls',
    right: 'families',
    text: (isOne) =>
      isOne ? 'family without an email waits for a call' : 'families without an email wait for a call',
    when: ({ many, until }) =>
      until
        ? `${firstText(many)} is offered a place until ${until}.`
        : 'There is news of a waiting list, and no mail tells it.',
    to: '/desk/calls',
    action: 'See whom to call',
  },
  families(
    'unsigned',
    ({ many }) => `${many === 1 ? 'Its' : 'Their'} players have places, and play once it is signed.`,
  ),
  {
    name: 'exceptions',
    right: 'families',
    text: (isOne) => (isOne ? 'exception of age is asked for' : 'exceptions of age are asked for'),
    when: ({ first, many }) =>
      first ? `${firstText(many)} is for a session from ${nearDay(first)} on.` : '',
    to: '/desk/exceptions',
    action: 'Decide',
  },
  {
    name: 'mail',
    right: 'mails',
    text: (isOne) => (isOne ? 'mail did not arrive' : 'mails did not arrive'),
    when: () => 'We tried for three days.',
    to: '/desk/mails?state=failed',
    action: 'See what failed',
  },
  {
    name: 'uncoached',
    right: 'season',
    text: (isOne) => (isOne ? 'session has no coach' : 'sessions have no coach'),
    when: ({ first, many }) => (first ? `${firstText(many)} needs one from ${nearDay(first)} on.` : ''),
    to: '/desk/sessions?coach=none',
    action: 'See which',
  },
  {
    name: 'runOut',
    right: 'team',
    text: (isOne) =>
      isOne
        ? 'member has a check or training that runs out'
        : 'members have a check or training that runs out',
    when: ({ first }) => (first ? `The first on ${nearDay(first)}. Nobody is locked out by a date.` : ''),
    to: '/desk/team',
    action: 'Open team',
  },
  {
    name: 'noMailServer',
    right: 'settings',
    text: () => 'mail server is missing',
    when: () => 'Mails are kept on this machine, and reach nobody.',
    to: '/desk/settings',
    action: 'Set it',
  },
  {
    name: 'noGateway',
    right: 'settings',
    text: () => 'card gateway is missing',
    when: () => 'The sandbox plays it, and no money moves.',
    to: '/desk/settings',
    action: 'Set it',
  },
]

/** Filtered by roles. */
export const pendingTasks = (roles: ReadonlySet<Role>, figures: Figures): PendingTask[] =>
  kinds.flatMap(({ name, right, text, when, to, action, opens = right }) => {
    const figure = figures[name]
    if (!figure || figure.many === 0 || !may({ roles }, right)) return []
    return [
      {
        many: figure.many,
        text: text(figure.many === 1),
        when: when(figure),
        ...(to && may({ roles }, opens) && { to, action }),
      },
    ]
  })
