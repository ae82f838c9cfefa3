import { desc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { donations } from '#donations/donations.tables.ts'
import { events, sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { addMail, leaseMails, markSent, mostTries } from '#mail/outbox.server.ts'
import { writeMessage } from '#messages/write-message.server.ts'
import { recordPayment } from '#offline-payments/offline-payments.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { resetPassword } from '#people/accounts/accounts.server.ts'
import { issueToken } from '#people/accounts/tokens.db.server.ts'
import { guardianAddresses } from '#people/care/care.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { findInvitation, invite, takeBackInvitation } from '#team/invitations/invitations.server.ts'
import { aMeeting, aMember, anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { aBuyingFamily, pays } from '../../../test/builders/buying-family.ts'
import { aCourt, aPlaceIn, asMember } from '../../../test/builders/court.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { aDonor } from '../../../test/builders/money/donor.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { sendAgain } from './send-again.server.ts'

const words = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }

async function aRegistrar(db: Db) {
  await aProgramme(db)
  return asMember(await aMember(db, ['registrar']), ['registrar'])
}

async function latestMail(db: Db) {
  const [mail] = await db.select().from(mails).orderBy(desc(mails.id)).limit(1)
  return orNotFound(mail)
}

test('a reset link that is sent again is a new one, and the old one opens nothing', async ({ db }) => {
  const registrar = await aRegistrar(db)
  const { id, email } = await anAccount(db)
  const old = await issueToken(db, id, 'password-reset', 1)
  await addMail(db, { to: email, kind: 'password reset', ...words, text: old })
  await markSent(db, [(await latestMail(db)).id])

  await sendAgain(aWorld(db), registrar, (await latestMail(db)).id)

  const again = await latestMail(db)
  expect(again).toMatchObject({ recipient: email, kind: 'password reset' })
  expect(again.text).not.toContain(old)
  const caller = { address: '203.0.113.7', siteUrl: 'http://localhost' }
  const token = orNotFound(/reset-password\/([\w-]+)/.exec(again.text)?.[1])
  await expect(resetPassword(db, old, 'volley-and-lob-44', caller)).rejects.toMatchObject({
    code: 'token-spent',
  })
  await resetPassword(db, token, 'volley-and-lob-44', caller)
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { what: 'mail sent again', actor: registrar.actor },
  ])
})

test('a mail that failed is tried anew, one that was sent goes out once more, and an erased one does not', async ({
  db,
}) => {
  const registrar = await aRegistrar(db)
  await addMail(db, { to: 'edith@example.test', kind: 'password changed', ...words })
  const { id } = await latestMail(db)
  await db.update(mails).set({ tries: mostTries })

  await sendAgain(aWorld(db), registrar, id)
  expect(await latestMail(db)).toMatchObject({ id, tries: 0, sentAt: null })

  await leaseMails(db)
  await sendAgain(aWorld(db), registrar, id)
  expect(await latestMail(db), 'what is under way stays with whoever sends it').toMatchObject({
    id,
    tries: 1,
  })

  await db.update(mails).set({ sentAt: sql`now()` })
  await sendAgain(aWorld(db), registrar, id)
  await sendAgain(aWorld(db), registrar, id)
  expect(await db.select({ text: mails.text }).from(mails)).toEqual([{ text: 'Hello.' }, { text: 'Hello.' }])

  await db.update(mails).set({ bodyErasedAt: sql`now()` }).where(eq(mails.id, id))
  await expect(sendAgain(aWorld(db), registrar, id)).rejects.toMatchObject({ code: 'not-possible' })
})

test('an invitation that is sent again has a new link; one that was taken back stays as it was, and the log says nothing', async ({
  db,
}) => {
  await aProgramme(db)
  const owner = asMember(await aMember(db, ['owner']), ['owner'])
  const world = aWorld(db)
  const email = 'bea@example.test'
  await invite(world, owner.actor, { email, roles: ['coach'] })
  const first = await latestMail(db)

  await sendAgain(world, owner, first.id)

  const again = await latestMail(db)
  expect(again).toMatchObject({ recipient: email, kind: 'invitation' })
  const link = ({ text }: typeof again) => orNotFound(/desk\/join\/([\w-]+)/.exec(text)?.[1])
  expect(await findInvitation(db, link(first))).toBeUndefined()
  expect(await findInvitation(db, link(again))).toMatchObject({ email })

  await takeBackInvitation(db, owner.actor, email)
  const before = await db.select().from(changes).orderBy(changes.id)
  await expect(sendAgain(world, owner, again.id)).rejects.toMatchObject({ code: 'not-possible' })
  expect(await db.select().from(changes).orderBy(changes.id)).toEqual(before)
  expect(await latestMail(db)).toEqual(again)
})

test('a receipt is written afresh to the address of today, on the paper as it was given; one whose money did not come is not sent', async ({
  db,
  gateway,
}) => {
  const registrar = await aRegistrar(db)
  const family = await aBuyingFamily(db, gateway.settings)
  await pays(family)
  const first = await latestMail(db)
  await markSent(db, [first.id])
  await db.update(accounts).set({ email: 'robin@new.example.test' }).where(eq(accounts.id, family.id))
  await db.update(events).set({ name: 'Emerald Ball' }).where(eq(events.id, family.event.id))

  await sendAgain(aWorld(db), registrar, first.id)
  await sendAgain(aWorld(db), registrar, first.id)

  const again = await latestMail(db)
  expect(await db.$count(mails)).toBe(2)
  expect(again).toMatchObject({
    recipient: 'robin@new.example.test',
    kind: 'receipt',
    subject: first.subject,
  })
  expect(again.text).toContain(family.event.name)
  expect(again.attachments).toEqual(first.attachments)
  await db.update(charges).set({ endedHow: 'not settled' })
  await expect(sendAgain(aWorld(db), registrar, first.id)).rejects.toMatchObject({ code: 'not-possible' })
})

test('who registered is told again what is still to be paid of it, and nothing once all is paid', async ({
  db,
}) => {
  const { account, payment, rows } = await aDebtor(db)
  const world = aWorld(db)
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  const source = { orderId: orNotFound(rows[0]).orderId }
  await addMail(db, { to: account.email, kind: 'registered', ...words, source })
  const first = await latestMail(db)
  await recordPayment(world, { ...payment, amountCents: 3500, registrationIds: [orNotFound(rows[1]).id] })

  await sendAgain(world, registrar, first.id)

  const again = await latestMail(db)
  expect(await db.$count(mails, eq(mails.kind, 'registered')), 'in place of what had not gone out').toBe(1)
  expect(again).toMatchObject({ recipient: account.email, kind: 'registered', source })
  expect(again.text).toContain('Total due · $180.00')
  await recordPayment(world, { ...payment, amountCents: 18_000 })
  await expect(sendAgain(world, registrar, again.id)).rejects.toMatchObject({ code: 'not-possible' })
})

test('a receipt of a gift is sent again while it counts', async ({ db, gateway }) => {
  const registrar = await aRegistrar(db)
  await (await aDonor(db, gateway.settings)).give()
  const first = await latestMail(db)
  await markSent(db, [first.id])
  await sendAgain(aWorld(db), registrar, first.id)
  const again = await latestMail(db)
  expect([again.subject, again.recipient]).toEqual([first.subject, first.recipient])
  expect(again.id).not.toBe(first.id)
  await db.update(donations).set({ transactionDate: null, acknowledgement: null })
  await expect(sendAgain(aWorld(db), registrar, first.id)).rejects.toMatchObject({ code: 'not-possible' })
})

test('a message goes again to a family that still has a place, and a mail of a move says what stands there today, days that were cancelled too', async ({
  db,
}) => {
  const registrar = await aRegistrar(db)
  const world = aWorld(db)
  const { session, players } = await aCourt(db, 1)
  const { accountId, registrationId } = orNotFound(players[0])
  const id = crypto.randomUUID()
  await writeMessage(db, registrar, {
    id,
    audience: { to: 'sessions' as const, sessions: [session.id] },
    subject: 'Rain',
    text: 'No tennis.',
  })
  const message = await latestMail(db)
  const family = { to: message.recipient, accountId }
  const source = { sessionIds: [session.id] }
  await addMail(db, { ...family, kind: 'session moved', ...words, source })
  const move = await latestMail(db)
  await markSent(db, [message.id, move.id])
  await db.update(accounts).set({ email: 'new@example.test' }).where(eq(accounts.id, accountId))
  await db.update(sessions).set({ description: 'Evenings (Ages 8 to 10)' })
  const day = session.endsOn
  await aMeeting(db, { sessionId: session.id, day, state: 'cancelled', why: 'Court repairs.' })

  await sendAgain(world, registrar, message.id)
  expect(await latestMail(db)).toMatchObject({
    recipient: 'new@example.test',
    subject: 'Rain',
    text: message.text,
  })
  await sendAgain(world, registrar, move.id)
  const moved = await latestMail(db)
  expect(moved).toMatchObject({ recipient: 'new@example.test', kind: 'session moved', source })
  expect(moved.text).toContain('Hours: Evenings')
  expect(moved.text).toContain(`No meeting on ${longDay(day)}: Court repairs.`)
  expect(moved.attachments).toMatchObject([{ filename: 'changed-sessions.ics' }])
  await db.update(sessions).set({ isActive: false })
  await sendAgain(world, registrar, move.id)
  expect((await latestMail(db)).text).toContain('It does not take place.')
  const { startsOn, endsOn } = session
  const isIt = eq(sessions.id, session.id)
  await db.update(sessions).set({ startsOn: '2020-06-01', endsOn: '2020-06-04' }).where(isIt)
  await expect(sendAgain(world, registrar, move.id), 'it took place').rejects.toMatchObject({
    code: 'not-possible',
  })
  await db.update(sessions).set({ startsOn, endsOn }).where(isIt)

  await db.update(registrations).set({ removedAt: new Date() }).where(eq(registrations.id, registrationId))
  for (const mail of [message, move])
    await expect(sendAgain(world, registrar, mail.id)).rejects.toMatchObject({ code: 'not-possible' })
})

test('a copy goes again as a copy, in place of the one that failed, to the guardian of today or to nobody', async ({
  db,
}) => {
  const registrar = await aRegistrar(db)
  const { session } = await aCourt(db, 1)
  const player = await anAccount(db, { kind: 'player' })
  await aPlaceIn(db, session.id, { firstName: 'Ada', account: player.id })
  const email = 'guardian@example.test'
  await db.insert(guardianAddresses).values({ accountId: player.id, email, confirmedAt: new Date() })
  const messageId = crypto.randomUUID()
  const message = {
    id: messageId,
    audience: { to: 'sessions' as const, sessions: [session.id] },
    subject: 'Rain',
    text: 'No tennis.',
  }
  await writeMessage(db, registrar, message)
  const copy = await latestMail(db)

  await sendAgain(aWorld(db), registrar, copy.id)

  expect(await latestMail(db)).toMatchObject({
    recipient: email,
    text: copy.text,
    isCopy: true,
  })
  const newEmail = 'another@example.test'
  await db.update(guardianAddresses).set({ email: newEmail })
  await sendAgain(aWorld(db), registrar, (await latestMail(db)).id)
  expect(await latestMail(db)).toMatchObject({ recipient: newEmail, text: copy.text })

  await db.delete(guardianAddresses)
  const last = await latestMail(db)
  await expect(sendAgain(aWorld(db), registrar, last.id)).rejects.toMatchObject({ code: 'not-possible' })
  for (const [to, count] of [
    [player.email, 1],
    [email, 0],
    [newEmail, 1],
  ] as const)
    expect([to, await db.$count(mails, eq(mails.recipient, to))]).toEqual([to, count])
})
