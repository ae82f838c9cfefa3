import { eq } from 'drizzle-orm'
import { checkBot } from '#bot-check/bot-check.server.ts'
import { addMail } from '#mail/outbox.server.ts'
import { alreadyMail, parentNoticeMail } from '#people/accounts/account-mails.ts'
import { mailWelcome } from '#people/accounts/desk-account.server.ts'
import { loginLink } from '#people/accounts/links.ts'
import { refuseCommon } from '#people/accounts/passwords/common-passwords.server.ts'
import { hashPassword } from '#people/accounts/passwords/passwords.server.ts'
import { endTokens } from '#people/accounts/tokens.db.server.ts'
import { addFamily, removeFamily } from '#people/families.db.server.ts'
import { findAccountByEmail, lockAccount } from '#people/people.db.server.ts'
import type { SignUp } from '#people/people.schema.ts'
import { accounts, people } from '#people/people.tables.ts'
import { adultAge, ageOn, botCheckAction, playerAccountAge } from '#people/people.ts'
import { writeSearch } from '#people/search.db.server.ts'
import { type Caller, limitTries } from '#people/sign-in/limits.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { liabilityRelease } from './liability.ts'
import { mailActivation } from './mail-activation.server.ts'
import { signRelease } from './releases.db.server.ts'
import { lockAddress, removeUnused } from './unused.server.ts'

/**
 * Replaces a never used account of this address, without a password, since nobody knows which of the two reads the
 * mail. A used one gets a mail only; the visitor's answer is the same, against account enumeration.
 */
export async function createAccount(db: Db, form: SignUp, caller: Caller): Promise<void> {
  const { email, password } = form.user
  await limitTries(db, 'register', email, caller.address)
  const programme = await readProgramme(db)
  refuseCommon(password, programme)
  const parentToNotify = findMinorsParent(form, todayIn(programme.timeZone))
  if (parentToNotify) await limitTries(db, 'ask-mail', parentToNotify, caller.address)
  const { recaptcha, address } = caller
  const check = { answer: form.g_recaptcha_response, action: botCheckAction, address }
  const spendCheck = await checkBot(recaptcha, check)
  const passwordHash = await hashPassword(password)
  const { first_name: firstName, last_name: lastName } = form.player ?? form.parent
  await db.transaction(async (tx) => {
    await spendCheck(tx)
    // Serialises sign-ups with one address.
    await lockAddress(tx, email)
    const isFirst = (await removeUnused(tx, eq(accounts.email, email))).length === 0
    const family = await addFamily(tx)
    const [account] = await tx
      .insert(accounts)
      .values({
        ...family,
        kind: form.player ? 'player' : 'parent',
        email,
        firstName,
        lastName,
        passwordHash: isFirst ? passwordHash : null,
      })
      .onConflictDoNothing()
      .returning({ id: accounts.id })
    if (!account) {
      await removeFamily(tx, family.familyId)
      return mailKnownAddress(tx, programme, email, caller)
    }
    await addPeople(tx, { accountId: account.id, familyId: family.familyId }, form)
    await writeSearch(tx, eq(people.accountId, account.id))
    const { version } = liabilityRelease(programme)
    const by: Actor = `family:${family.familyId}`
    await signRelease(tx, { accountId: account.id, version, how: 'sign-up', by, address })
    await mailActivation(tx, programme, { id: account.id, email, hasPassword: isFirst }, caller)
    if (parentToNotify)
      await addMail(tx, { kind: 'account', to: parentToNotify, ...parentNoticeMail(programme, email) })
  })
}

/** A minor's parent, if named. Refuses players too young for an account. */
function findMinorsParent({ user, player }: SignUp, today: string): string | undefined {
  if (!player) return undefined
  const age = ageOn(player.birthday, today)
  if (age < playerAccountAge) refuse('player-too-young')
  const needsNotice = age < adultAge && player.parent_email !== user.email
  return (needsNotice && player.parent_email) || undefined
}

async function mailKnownAddress(tx: Db, programme: Programme, email: string, caller: Caller) {
  const known = await findAccountByEmail(tx, email)
  if (known?.isFromDesk) await mailWelcome(tx, { id: known.id, email }, caller)
  else if (known && !known.activatedAt) {
    await lockAccount(tx, known.id, 'no key update')
    await endTokens(tx, known.id, 'activation')
    await tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, known.id))
    await mailActivation(tx, programme, { id: known.id, email, hasPassword: false }, caller)
  } else
    await addMail(tx, { kind: 'account', to: email, ...alreadyMail(programme, 'sign-up', loginLink(caller)) })
}

function addPeople(tx: Db, whose: { accountId: string; familyId: string }, { parent, player }: SignUp) {
  const adult = {
    ...whose,
    role: 'parent' as const,
    firstName: parent.first_name,
    lastName: parent.last_name,
    phone: parent.phone,
  }
  const myself = player && {
    ...whose,
    role: 'myself' as const,
    firstName: player.first_name,
    lastName: player.last_name,
    phone: player.phone,
    birthday: player.birthday,
    skillLevel: player.skill_level,
  }
  return tx.insert(people).values(myself ? [adult, myself] : [adult])
}
