import type { Role } from './roles.ts'

/**
 * All of it; a coach's own sessions and meetings, and some of it only around a meeting; the names and levels; the lines
 * about money.
 */
type Extent = 'all' | 'own' | 'names' | 'money'

/** What may be done at the desk, by whom, and how far it reaches. */
const rights = {
  /** Today, the help, one's own second step. */
  desk: { owner: 'all', registrar: 'all', treasurer: 'all', coach: 'all', reader: 'all' },
  /** Members and their roles; setting a second step back. */
  team: { owner: 'all' },
  /** Mail and gateway of the site, examining it, leaving the demo. */
  settings: { owner: 'all' },
  /** Drafts of the season, and publishing them. */
  season: { owner: 'all', registrar: 'all' },
  /** Register at the desk, contacts, giving up places. */
  families: { owner: 'all', registrar: 'all' },
  mails: { owner: 'all', registrar: 'all' },
  /** Record a check, cash or a transfer, and take it back. */
  money: { owner: 'all', registrar: 'all', treasurer: 'all' },
  /** Give back, waive, charge a fee, pay credit out, and approve what another member asked for. */
  'give back': { owner: 'all', treasurer: 'all' },
  sums: { owner: 'all', registrar: 'all', treasurer: 'all' },
  roster: { owner: 'all', registrar: 'all', coach: 'own', reader: 'names' },
  phones: { owner: 'all', registrar: 'all', treasurer: 'all', coach: 'own' },
  care: { owner: 'all', registrar: 'all', coach: 'own' },
  marks: { owner: 'all', registrar: 'all', coach: 'own' },
  message: { owner: 'all', registrar: 'all', coach: 'own' },
  log: { owner: 'all', registrar: 'all', treasurer: 'money' },
} as const satisfies Record<string, Partial<Record<Role, Extent>>>

export type Right = keyof typeof rights
type Roles = { roles: ReadonlySet<Role> }

/** Whether a role of theirs reaches anything of it. */
export const may = ({ roles }: Roles, right: Right) => [...roles].some((role) => role in rights[right])

/** Whether a role of theirs reaches all of it, and not only what is their own. */
export const mayAll = ({ roles }: Roles, right: Right) => reach(roles, right).includes('all')

function reach(roles: ReadonlySet<Role>, right: Right): Extent[] {
  const given: Partial<Record<Role, Extent>> = rights[right]
  return [...roles].flatMap((role) => given[role] ?? [])
}
