import { eq, sql } from 'drizzle-orm'
import { addMail } from '#mail/outbox.server.ts'
import { activationHours, activationMail, choosePasswordMail } from '#people/accounts/account-mails.ts'
import { confirmLink, resetLink } from '#people/accounts/links.ts'
import { issueToken } from '#people/accounts/tokens.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'

/** Activates with the password of the sign-up, or with one that the reader chooses. */
export async function mailActivation(
  tx: Db,
  programme: Programme,
  { id, email, hasPassword }: { id: string; email: string; hasPassword: boolean },
  to: { siteUrl: string; next?: string | null },
): Promise<void> {
  const purpose = hasPassword ? 'activation' : 'password-reset'
  const token = await issueToken(tx, id, purpose, activationHours)
  await tx.update(accounts).set({ linkSentAt: sql`now()` }).where(eq(accounts.id, id))
  const content = hasPassword
    ? activationMail(programme, confirmLink(to, token))
    : choosePasswordMail(programme, resetLink(to, token))
  await addMail(tx, { kind: 'activation', to: email, ...content })
}
