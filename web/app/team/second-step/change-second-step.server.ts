import { and, eq, ne } from 'drizzle-orm'
import { addMail } from '#mail/outbox.server.ts'
import { checkPresentPassword } from '#people/accounts/emails/settings.server.ts'
import { signIns } from '#people/people.tables.ts'
import type { Caller } from '#people/sign-in/limits.server.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { type FirstStep, readFirstStep } from '#team/invitations/join.server.ts'
import type { Asker } from '#team/member.server.ts'
import { authenticators, passkeys } from '#team/team.tables.ts'
import { factorChangedMail } from '#team/team-mails.ts'
import { listPasskeys } from './passkeys.server.ts'
import { countUnusedCodes, makeRecoveryCodes } from './recovery-codes.server.ts'
import { type SecondStep, takeSecondStep } from './second-step.server.ts'

type Who = Pick<Asker, 'visitor' | 'signInId'>

export async function readSecondStep(db: Db, accountId: string) {
  const hasApp = (await db.$count(authenticators, eq(authenticators.accountId, accountId))) > 0
  return { hasApp, passkeys: await listPasskeys(db, accountId), codes: await countUnusedCodes(db, accountId) }
}

/** Every change needs the password and a code, both typed now. */
export async function checkBoth(
  world: World,
  { visitor: { accountId } }: Who,
  form: { password: string } & SecondStep,
  caller: Caller,
) {
  await checkPresentPassword(world.db, accountId, form.password, caller)
  await takeSecondStep(world, accountId, form, caller.address)
}

/** A new app replaces the old one; a passkey is added. */
export async function changeStep(world: World, who: Who, first: FirstStep): Promise<void> {
  const keep = await readFirstStep(world, who.visitor.accountId, first)
  await changed(world, who, keep)
}

export async function renewCodes(world: World, who: Who): Promise<string[]> {
  const { codes, keep } = await makeRecoveryCodes(who.visitor.accountId)
  await changed(world, who, keep)
  return codes
}

export const removePasskey = (world: World, who: Who, credentialId: string) =>
  changed(world, who, (tx) =>
    tx
      .delete(passkeys)
      .where(and(eq(passkeys.accountId, who.visitor.accountId), eq(passkeys.credentialId, credentialId))),
  )

/** Ends all other sign-ins and mails the member, so that a change by somebody else is noticed. */
async function changed<Done>(
  world: World,
  { visitor: { accountId, email }, signInId }: Who,
  change: (tx: Db) => PromiseLike<Done>,
) {
  const programme = await readProgramme(world.db)
  return world.db.transaction(async (tx) => {
    const done = await change(tx)
    await tx.delete(signIns).where(and(eq(signIns.accountId, accountId), ne(signIns.id, signInId)))
    await addChange(tx, { actor: `member:${accountId}`, what: 'second step changed' })
    await addMail(tx, { kind: 'account', to: email, ...factorChangedMail(programme) })
    return done
  })
}
