/** By account, by family, by the user of a command, or the site itself. Names are looked up when it is shown. */
export type Actor = 'site' | `member:${string}` | `family:${string}` | `command:${string}`

export const familyActor = (familyId: string | null): Actor => (familyId ? `family:${familyId}` : 'site')

export const isActorsAccount = (actor: Actor, accountId: string | null) =>
  accountId !== null && actor === `member:${accountId}`
