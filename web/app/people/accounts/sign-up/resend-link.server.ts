import { and, eq } from 'drizzle-orm'
import { href } from 'react-router'
import { addMail } from '#mail/outbox.server.ts'
import { emailChangeHours, newEmailMail, resetHours, resetMail } from '#people/accounts/account-mails.ts'
import { mailWelcome } from '#people/accounts/desk-account.server.ts'
import { resetLink } from '#people/accounts/links.ts'
import { endTokens, issueToken } from '#people/accounts/tokens.db.server.ts'
import { guardianAddresses } from '#people/care/care.tables.ts'
import { guardianMail } from '#people/care/guardian-mails.ts'
import { hasPassword, isFromDesk, lockAccount } from '#people/people.db.server.ts'
import { accounts, tokens } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { mailActivation } from './mail-activation.server.ts'

/** Mails with a secret link: never shown at the desk, and never sent again as they were. */
const linkKinds = ['activation', 'welcome', 'password reset', 'email change', 'guardian'] as const
type LinkKind = (typeof linkKinds)[number]

export const isLinkKind = (kind: string | null): kind is LinkKind => linkKinds.some((link) => link === kind)

type Whose = { accountId: string; recipient: string }
type To = { siteUrl: string }

/** Replaces an earlier link. False where nobody needs it any more. */
export async function resendLink(tx: Db, kind: LinkKind, whose: Whose, to: To): Promise<boolean> {
  const { accountId, recipient } = whose
  if (!(await lockAccount(tx, accountId, 'no key update'))) return false
  const [account] = await tx
    .select({ email: accounts.email, activatedAt: accounts.activatedAt, hasPassword, isFromDesk })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (!account?.email) return false
  const { email } = account
  const programme = await readProgramme(tx)
  switch (kind) {
    case 'welcome':
      if (account.isFromDesk) await mailWelcome(tx, { id: accountId, email }, to)
      return account.isFromDesk
    case 'activation': {
      if (account.isFromDesk || account.activatedAt) return false
      await endTokens(tx, accountId, account.hasPassword ? 'activation' : 'password-reset')
      await mailActivation(tx, programme, { id: accountId, email, hasPassword: account.hasPassword }, to)
      return true
    }
    case 'password reset': {
      if (account.isFromDesk) return false
      await endTokens(tx, accountId, 'password-reset')
      const token = await issueToken(tx, accountId, 'password-reset', resetHours)
      await addMail(tx, { to: email, kind, ...resetMail(programme, resetLink(to, token)) })
      return true
    }
    case 'email change': {
      const isAsked = and(
        eq(tokens.accountId, accountId),
        eq(tokens.purpose, 'email-change'),
        eq(tokens.newEmail, recipient),
      )
      if ((await tx.$count(tokens, isAsked)) === 0) return false
      await endTokens(tx, accountId, 'email-change')
      const token = await issueToken(tx, accountId, 'email-change', emailChangeHours, recipient)
      const link = to.siteUrl + href('/pages/confirm-email/:token?', { token })
      await addMail(tx, { to: recipient, accountId, kind, ...newEmailMail(programme, link) })
      return true
    }
    case 'guardian': {
      const isAsked = and(eq(guardianAddresses.accountId, accountId), eq(guardianAddresses.email, recipient))
      const [guardian] = await tx.select().from(guardianAddresses).where(isAsked)
      if (!guardian || guardian.confirmedAt) return false
      await endTokens(tx, accountId, 'guardian')
      const token = await issueToken(tx, accountId, 'guardian', retention.guardianDays * 24, recipient)
      const link = to.siteUrl + href('/pages/confirm-guardian/:token?', { token })
      await addMail(tx, { to: recipient, accountId, kind, ...guardianMail(programme, link) })
      return true
    }
    default:
      return kind satisfies never
  }
}
