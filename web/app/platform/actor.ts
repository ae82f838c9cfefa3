import { type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Who did something: a person who helps to run the programme (by account), a family, a command on the server (by the
 * user who typed it), or the site by itself. It is stored as it is; names are looked up when it is shown.
 */
export type Actor = 'site' | `member:${string}` | `family:${string}` | `command:${string}`

/** Of a column in a query: a version that knew no actors wrote it, with the bare name of who used a command. */
export const isBareName = (column: SQLWrapper) => sql`${column} <> 'site' and position(':' in ${column}) = 0`

/** Whether a member did it, and to the member's own family. */
export const isOwnFamilyOf = (actor: Actor, accountId: string | null) =>
  accountId !== null && actor === `member:${accountId}`
