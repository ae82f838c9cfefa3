import type { Role } from './roles.ts'

/** `own`: a coach's sessions and meetings, partly at certain times; `names`: and levels; `money`: log lines. */
type Extent = 'all' | 'own' | 'names' | 'money'

const rights = {
  /** Today, the help, one's own second step. */
  desk: { owner: 'all', registrar: 'all', treasurer: 'all', coach: 'all', reader: 'all' },
  /** Members, their roles, and resets of a second step. */
  team: { owner: 'all' },
  /** Mail and gateway, the doctor, leaving the demo. */
  settings: { owner: 'all' },
  /** Drafts, and publishing. */
  season: { owner: 'all', registrar: 'all' },
  /** Register at the desk, contacts, giving up places. */
  families: { owner: 'all', registrar: 'all' },
  mails: { owner: 'all', registrar: 'all' },
  /** Record a check, cash or a transfer, and take it back. */
  money: { owner: 'all', registrar: 'all', treasurer: 'all' },
  /** Give back, waive, charge a fee, pay credit out, approve. */
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

/** To any extent. */
export const may = ({ roles }: Roles, right: Right) => [...roles].some((role) => role in rights[right])

/** To the full extent. */
export const mayAll = ({ roles }: Roles, right: Right) => reach(roles, right).includes('all')

function reach(roles: ReadonlySet<Role>, right: Right): Extent[] {
  const extents: Partial<Record<Role, Extent>> = rights[right]
  return [...roles].flatMap((role) => extents[role] ?? [])
}
