import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { href } from 'react-router'
import { addMail } from '#mail/outbox.server.ts'
import { type Caller, limitTries } from '#people/sign-in/limits.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { issueToken, takeToken } from '../accounts/tokens.db.server.ts'
import { lockAccount } from '../people.db.server.ts'
import { tokens } from '../people.tables.ts'
import { guardianAddresses } from './care.tables.ts'
import { guardianMail } from './guardian-mails.ts'

export async function findGuardian(db: Db, accountId: string) {
  const [guardian] = await db
    .select({ email: guardianAddresses.email, confirmedAt: guardianAddresses.confirmedAt })
    .from(guardianAddresses)
    .where(eq(guardianAddresses.accountId, accountId))
  return guardian
}

export async function askGuardian(
  db: Db,
  { accountId, email: currentEmail, kind }: Visitor,
  email: string,
  caller: Caller,
): Promise<void> {
  if (kind !== 'player') refuse('not-found')
  if (email === currentEmail) refuse('same-email')
  await limitTries(db, 'ask-mail', email, caller.address)
  const programme = await readProgramme(db)
  await db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('signed-out')
    await forgetGuardian(tx, accountId)
    await tx.insert(guardianAddresses).values({ accountId, email })
    const token = await issueToken(tx, accountId, 'guardian', retention.guardianDays * 24, email)
    const link = caller.siteUrl + href('/pages/confirm-guardian/:token?', { token })
    await addMail(tx, { kind: 'guardian', to: email, accountId, ...guardianMail(programme, link) })
  })
}

export async function confirmGuardian(db: Db, token: string, caller: Caller): Promise<void> {
  await limitTries(db, 'take-link', token, caller.address)
  await db.transaction(async (tx) => {
    const taken = await takeToken(tx, token, 'guardian')
    if (!taken) return refuse('token-spent')
    const isIt = and(
      eq(guardianAddresses.accountId, taken.accountId),
      eq(guardianAddresses.email, taken.newEmail ?? ''),
    )
    const confirmed = await tx
      .update(guardianAddresses)
      .set({ confirmedAt: sql`now()` })
      .where(isIt)
      .returning({ accountId: guardianAddresses.accountId })
    if (confirmed.length === 0) refuse('token-spent')
  })
}

export async function forgetGuardian(tx: Db, accountId: string): Promise<void> {
  await tx.delete(guardianAddresses).where(eq(guardianAddresses.accountId, accountId))
  await tx.delete(tokens).where(and(eq(tokens.accountId, accountId), eq(tokens.purpose, 'guardian')))
}

/** Unconfirmed addresses may be strangers'. */
export const sweepGuardians = (db: Db) =>
  db
    .delete(guardianAddresses)
    .where(
      and(
        isNull(guardianAddresses.confirmedAt),
        lt(guardianAddresses.askedAt, sql`now() - make_interval(days => ${retention.guardianDays})`),
      ),
    )
