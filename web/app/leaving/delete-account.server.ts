import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { eraseDonor } from '#donations/donations.db.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { forgetCustomer, gatewayOf } from '#payments/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Asked } from '#people/accounts/limits.server.ts'
import { checkPresentPassword } from '#people/accounts/settings.server.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { type Day, todayIn } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import type { Programme } from '#platform/programme.tables.ts'
import { found, refuse } from '#platform/refusal.ts'
import { erasePeople } from '#registrations/erase-people.server.ts'
import { freePlaces } from '#registrations/places.server.ts'
import { lockSessions } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

/**
 * Deletes the account with all that tells who it was, at the gateway too. Registrations, orders, charges and refunds
 * stay as a record of the money, of nobody. Unpaid places of sessions to come are given up.
 */
export async function deleteAccount(world: World, visitor: Visitor, password: string, asked: Asked) {
  const { accountId } = visitor
  await checkPresentPassword(world.db, accountId, password, asked)
  await refuseWhilePaying(world.db, accountId)
  await forgetSavedCards(world, accountId)
  const programme = await readProgramme(world.db)
  await world.db.transaction(async (tx) => {
    const isIt = eq(accounts.id, accountId)
    const [account] = await tx.select({ email: accounts.email }).from(accounts).where(isIt).for('update')
    const { email } = found(account)
    await giveUpUnpaid(tx, accountId, todayIn(programme.timeZone))
    await erasePeople(tx, eq(people.accountId, accountId))
    await eraseDonor(tx, accountId)
    await tx.update(charges).set({ accountId: null }).where(eq(charges.accountId, accountId))
    await tx.delete(mails).where(eq(mails.recipient, email))
    await tx.delete(accounts).where(isIt)
    await addMail(tx, { to: email, ...deletedMail(programme) })
  })
  nudgeMail(world)
}

async function refuseWhilePaying(db: Db, accountId: string) {
  const isOpen = inArray(charges.state, ['pending', 'unknown'])
  if ((await db.$count(charges, and(eq(charges.accountId, accountId), isOpen))) > 0)
    refuse('payment-under-way')
}

/** Before the account goes: if it stayed here and failed there, the family could try again. */
async function forgetSavedCards(world: World, accountId: string) {
  try {
    await forgetCustomer(gatewayOf(world.env), accountId)
  } catch (problem) {
    world.log.error({ err: problem }, 'saved cards could not be deleted')
    refuse('gateway-away')
  }
}

/** Locks every place of the account, so that no payment can begin for one, and frees those that nobody paid for. */
async function giveUpUnpaid(tx: Db, accountId: string, today: Day) {
  const isOurs = and(eq(registrations.accountId, accountId), isNull(registrations.removedAt))
  const { id, sessionId, heldUntil, paidAt } = registrations
  const at = await tx.selectDistinct({ sessionId }).from(registrations).where(isOurs)
  const sessions = await lockSessions(
    tx,
    at.map((place) => place.sessionId),
  )
  await tx.select({ id }).from(registrations).where(isOurs).orderBy(asc(id)).for('update')
  await refuseWhilePaying(tx, accountId)
  const toCome = sessions.filter(({ startsOn }) => startsOn >= today).map((session) => session.id)
  const isGivenUp = or(isNotNull(heldUntil), and(isNull(paidAt), inArray(sessionId, toCome)))
  await freePlaces(tx, and(isOurs, isGivenUp))
}

function deletedMail(programme: Programme) {
  const subject = `Your ${programme.name} account is deleted`
  const paragraphs = [
    'Your account, your players and your saved cards are deleted, and unpaid registrations are given up. What was paid stays in our books, without your name.',
    'This is the last mail to this address. If it was not you who deleted the account, write or call us.',
  ]
  return { subject, ...mailLayout({ title: subject, programme, paragraphs }) }
}
