import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { href } from 'react-router'
import { checkBot } from '#bot-check/bot-check.server.ts'
import { addMail } from '#mail/outbox.server.ts'
import type { Db } from '#platform/database.server.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import type { Programme } from '#platform/programme.tables.ts'
import { refuse } from '#platform/refusal.ts'
import { withNext } from '../login-address.ts'
import type { Registration } from '../people.schema.ts'
import { accounts, people, signIns, tokens } from '../people.tables.ts'
import { botCheckAction } from '../people.ts'
import {
  activationHours,
  activationMail,
  alreadyMail,
  resetHours,
  resetMail,
  stillWaitingMail,
} from './account-mails.ts'
import { liabilityRelease } from './liability.ts'
import { type Asked, limitTries } from './limits.server.ts'
import { hashPassword } from './passwords.server.ts'
import { issueToken, takeToken } from './tokens.db.server.ts'

/**
 * Makes an account that waits for its activation link. Where the address has one already nothing is made,
 * and the mail says so: the answer to the visitor is the same.
 */
export async function createAccount(db: Db, form: Registration, asked: Asked): Promise<void> {
  const { email, password } = form.user
  await limitTries(db, 'register', email, asked.address)
  const programme = await readProgramme(db)
  const { recaptcha, address } = asked
  const check = { answer: form.g_recaptcha_response, action: botCheckAction, address }
  const spendCheck = await checkBot(recaptcha, check)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await spendCheck(tx)
    const [account] = await tx
      .insert(accounts)
      .values({
        kind: form.player ? 'player' : 'parent',
        email,
        passwordHash,
        liabilityVersion: liabilityRelease(programme).version,
        liabilityAddress: asked.address,
      })
      .onConflictDoNothing()
      .returning({ id: accounts.id })
    if (!account) return tellKnownAddress(tx, programme, email, asked)
    await addPeople(tx, account.id, form)
    const token = await issueToken(tx, account.id, 'activation', activationHours)
    const { first_name } = form.player ?? form.parent
    await addMail(tx, { to: email, ...activationMail(programme, first_name, confirmLink(asked, token)) })
  })
}

/** Opens the account that the link belongs to. */
export async function activate(db: Db, token: string, asked: Asked): Promise<void> {
  await limitTries(db, 'take-link', token, asked.address)
  await db.transaction(async (tx) => {
    const taken = await takeToken(tx, token, 'activation')
    if (!taken) return refuse('token-spent')
    await tx.update(accounts).set({ activatedAt }).where(eq(accounts.id, taken.accountId))
  })
}

/** Mails a new activation link, if an account of this address waits for one. */
export function requestActivation(db: Db, email: string, asked: Asked): Promise<void> {
  return answerAlike(db, email, asked, async (programme, account) => {
    if (account.activatedAt) {
      const mail = alreadyMail(programme, 'activation', loginLink(asked))
      return addMail(db, { to: email, ...mail })
    }
    return db.transaction((tx) => mailActivation(tx, programme, account.id, email, asked))
  })
}

/** Mails a link to choose a new password, if there is an account of this address. */
export function requestReset(db: Db, email: string, asked: Asked): Promise<void> {
  return answerAlike(db, email, asked, async (programme, { id }) => {
    await db.transaction(async (tx) => {
      const token = await issueToken(tx, id, 'password-reset', resetHours)
      const link = asked.siteUrl + href('/pages/reset-password/:token?', { token })
      await addMail(tx, { to: email, ...resetMail(programme, link) })
    })
  })
}

/** Sets a new password and ends every session. Whoever has the link has the mailbox, so the account is active too. */
export async function resetPassword(db: Db, token: string, password: string, asked: Asked): Promise<void> {
  await limitTries(db, 'take-link', token, asked.address)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const taken = await takeToken(tx, token, 'password-reset')
    if (!taken) return refuse('token-spent', 'An error occurred. Please try again')
    const id = taken.accountId
    await tx.update(accounts).set({ passwordHash, activatedAt }).where(eq(accounts.id, id))
    await tx.delete(signIns).where(eq(signIns.accountId, id))
    // Whoever knew the old password may have asked for a change of the email.
    await tx.delete(tokens).where(eq(tokens.accountId, id))
  })
}

const activatedAt = sql`coalesce(${accounts.activatedAt}, now())`
const confirmLink = ({ siteUrl, next }: Asked, token: string) =>
  withNext(siteUrl + href('/pages/confirm/:token?', { token }), next)
const loginLink = ({ siteUrl, next }: Asked) => withNext(`${siteUrl}/pages/login`, next)

async function tellKnownAddress(tx: Db, programme: Programme, email: string, asked: Asked) {
  const known = await accountOf(tx, email)
  if (known && !known.activatedAt) {
    const token = await issueToken(tx, known.id, 'activation', activationHours)
    await addMail(tx, { to: email, ...stillWaitingMail(programme, confirmLink(asked, token)) })
  } else await addMail(tx, { to: email, ...alreadyMail(programme, 'sign-up', loginLink(asked)) })
}

async function mailActivation(tx: Db, programme: Programme, id: string, email: string, asked: Asked) {
  const token = await issueToken(tx, id, 'activation', activationHours)
  const [holder] = await tx
    .select({ firstName: people.firstName })
    .from(people)
    .where(sql`${people.accountId} = ${id} and ${people.role} in ('myself', 'parent')`)
    .orderBy(people.role)
    .limit(1)
  const mail = activationMail(programme, holder?.firstName ?? '', confirmLink(asked, token))
  await addMail(tx, { to: email, ...mail })
}

/** Does its work for a known address and nothing for another, and takes the same time for both. */
async function answerAlike(
  db: Db,
  email: string,
  asked: Asked,
  work: (programme: Programme, account: { id: string; activatedAt: Date | null }) => Promise<unknown>,
) {
  await limitTries(db, 'ask-mail', email, asked.address)
  const asLongAs = wait(150)
  const programme = await readProgramme(db)
  const account = await accountOf(db, email)
  if (account) await work(programme, account)
  await asLongAs
}

async function accountOf(db: Db, email: string) {
  const [account] = await db
    .select({ id: accounts.id, activatedAt: accounts.activatedAt })
    .from(accounts)
    .where(eq(accounts.email, email))
  return account
}

function addPeople(tx: Db, accountId: string, { parent, player }: Registration) {
  const adult = {
    accountId,
    role: 'parent' as const,
    firstName: parent.first_name,
    lastName: parent.last_name,
    phone: parent.phone,
  }
  const myself = player && {
    accountId,
    role: 'myself' as const,
    firstName: player.first_name,
    lastName: player.last_name,
    phone: player.phone,
    birthday: player.birthday,
    skillLevel: player.skill_level,
  }
  return tx.insert(people).values(myself ? [adult, myself] : [adult])
}
