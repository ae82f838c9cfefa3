/**
 * Who did something: a person who helps to run the programme (by account), a family, a command on the server (by the
 * user who typed it), or the site by itself. It is stored as it is; names are looked up when it is shown.
 */
export type Actor = 'site' | `member:${string}` | `family:${string}` | `command:${string}`

/** A family, or the site where nobody knows whose it was. */
export const familyActor = (familyId: string | null): Actor => (familyId ? `family:${familyId}` : 'site')

/** Whether a member did it, and to the member's own family. */
export const isOwnFamilyOf = (actor: Actor, accountId: string | null) =>
  accountId !== null && actor === `member:${accountId}`
