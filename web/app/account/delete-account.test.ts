import { eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { donations } from '#donations/donations.tables.ts'
import { sessions } from '#events/events.tables.ts'
import { postings } from '#ledger/postings.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { noteReturned } from '#offline-payments/offline-payments.server.ts'
import { clientTokenFor, gatewayFor } from '#payments/gateway/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { confirmEmailChange, requestEmailChange } from '#people/accounts/emails/settings.server.ts'
import { careNotes, contacts } from '#people/care/care.tables.ts'
import { saveCareNote } from '#people/care/care-notes.server.ts'
import { saveContact } from '#people/care/contacts.server.ts'
import { accounts, families, people, signIns, tokens } from '#people/people.tables.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import { findVisitor } from '#people/sign-in/visitor.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { placesPaidBy } from '#registrations/named-places.db.server.ts'
import { orders, refunds, registrations } from '#registrations/registrations.tables.ts'
import { invite } from '#team/invitations/invitations.server.ts'
import { invitations, members } from '#team/team.tables.ts'
import {
  aMember,
  anAccount,
  anEvent,
  aPlayer,
  aProgramme,
  aSession,
  password,
  payByHand,
  timeZone,
} from '../../test/builders/builders.ts'
import { aCareNote, aContact } from '../../test/builders/care.ts'
import { aDonor } from '../../test/builders/money/donor.ts'
import { aMembersRecoveryCodes } from '../../test/builders/recovery-codes.ts'
import { test } from '../../test/harness/database.ts'
import { latestMail } from '../../test/harness/latest-mail.ts'
import { aWorld, type Gateway } from '../../test/harness/world.ts'
import { deleteAccount } from './delete-account.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

const caller = { address: '192.0.2.7', siteUrl: 'http://localhost:3000' }

/** Zephyrine has paid for one session and owes for another; Quill has none. */
async function aFamily(db: Db) {
  await aProgramme(db)
  const world = aWorld(db, gateway.settings)
  const account = await anAccount(db)
  const { visitor } = account
  const { id: eventId } = await anEvent(db, { priceCents: 18_000 })
  const [paid, unpaid] = [
    await aSession(db, { eventId, places: 4 }),
    await aSession(db, { eventId, places: 4 }),
  ]
  const zephyrine = await aPlayer(db, {
    accountId: account.id,
    firstName: 'Zephyrine',
    lastName: 'Ablewhite',
    phone: '(555) 010-0177',
    birthday: '2015-07-19',
  })
  const zephyrineKey = { accountId: account.id, personId: zephyrine.id }
  await saveContact(db, zephyrineKey, { ...aContact, name: 'Wilhelmina' })
  await saveCareNote(db, zephyrineKey, aCareNote)
  await aPlayer(db, { accountId: account.id, firstName: 'Quill', lastName: 'Ablewhite' })
  const book = (method: 'card' | 'later', sessionId: number) =>
    processCart(world, visitor, {
      method,
      places: [{ personId: zephyrine.id, sessionId, seenCents: 18_000 }],
      idempotencyKey: crypto.randomUUID(),
    })
  const order = await book('card', paid.id)
  const payment = {
    nonce: 'fake-valid-nonce',
    amountCents: 18_000,
    registrationIds: order.lines.map(({ registrationId }) => registrationId),
    idempotencyKey: crypto.randomUUID(),
  }
  const takenNow = async ({ id }: { id: number }) =>
    (await db.select().from(sessions).where(eq(sessions.id, id)))[0]?.taken
  return { world, account, visitor, paid, unpaid, book, payment, takenNow }
}

async function everyRow(db: Db): Promise<string> {
  const tables = [
    accounts,
    people,
    signIns,
    tokens,
    orders,
    registrations,
    refunds,
    postings,
    charges,
    mails,
    contacts,
    careNotes,
  ]
  const texts: string[] = []
  for (const table of tables) texts.push(JSON.stringify(await db.select().from(table)))
  return texts.join('\n')
}

test('a deleted account leaves its payments, and nothing that tells whose they were', async ({ db }) => {
  const { world, account, visitor, paid, unpaid, book, payment, takenNow } = await aFamily(db)
  await pay(world, visitor, payment)
  await book('later', unpaid.id)
  await clientTokenFor(gatewayFor(world.env), account.id)
  const session = await signIn(db, account, caller)
  const before = await everyRow(db)
  const personal = ['Zephyrine', 'Ablewhite', 'Quill', 'Robin', '010-0177', '2015-07-19', account.id]
  const careTexts = ['Wilhelmina', 'Peanuts', 'the pen in the bag']
  for (const word of [...personal.slice(0, 6), ...careTexts, account.email]) expect(before).toContain(word)

  await deleteAccount(world, visitor, password, caller)

  const [lastMail, ...otherMails] = await db.select().from(mails)
  expect(lastMail).toMatchObject({
    recipient: account.email,
    subject: 'Your Courtside Youth Tennis account is deleted',
  })
  expect(otherMails).toEqual([])
  await expect(gatewayFor(world.env).call((sdk) => sdk.customer.find(account.id))).rejects.toMatchObject({
    type: 'notFoundError',
  })
  const after = await everyRow(db)
  for (const word of [...personal, ...careTexts]) expect(after).not.toContain(word)
  expect(await findVisitor(db, session)).toBeUndefined()
  expect(await db.select({ name: people.firstName, accountId: people.accountId }).from(people)).toEqual([
    { name: 'Deleted', accountId: null },
  ])
  expect(await db.select().from(charges)).toMatchObject([
    { state: 'accepted', amountCents: 18_000, accountId: null },
  ])
  const [family, ...otherFamilies] = await db.select().from(families)
  expect(otherFamilies).toEqual([])
  expect(Object.keys(family ?? {}), 'it has a number and no name').toEqual([
    'id',
    'number',
    'createdAt',
    'mergedInto',
  ])
  for (const table of [charges, orders, registrations])
    for (const row of await db.select({ familyId: table.familyId }).from(table))
      expect(row).toEqual({ familyId: family?.id })
  expect(await db.$count(orders)).toBe(2)
  expect(await db.select().from(registrations).orderBy(registrations.id)).toMatchObject([
    { dueCents: 0, removedAt: null, accountId: null },
    { dueCents: 0, removedAt: expect.any(Date), accountId: null },
  ])
  const chargeIds = (await db.select({ id: charges.id }).from(charges)).map(({ id }) => id)
  expect((await placesPaidBy(db, 'chargeId', chargeIds)).map(({ id }) => id)).toEqual(payment.registrationIds)
  expect([await takenNow(paid), await takenNow(unpaid)]).toEqual([1, 0])
})

test('PayPal and Venmo accounts go with the account: from the books, the receipts of gifts, and the gateway', async ({
  db,
}) => {
  const { world, account, visitor, payment } = await aFamily(db)
  const { call } = gatewayFor(world.env)
  await clientTokenFor(gatewayFor(world.env), account.id)
  const nonce = 'fake-paypal-billing-agreement-nonce'
  const saved = await call((sdk) =>
    sdk.paymentMethod.create({ customerId: account.id, paymentMethodNonce: nonce }),
  )
  await pay(world, visitor, { ...payment, nonce })
  const { give } = await aDonor(db, gateway.settings, visitor)
  await give({ payment_method_nonce: nonce, email: account.email })
  await give({ payment_method_nonce: 'fake-venmo-account-nonce', email: account.email }, crypto.randomUUID())
  const books = async () => (await everyRow(db)) + JSON.stringify(await db.select().from(donations))
  for (const name of ['jane.doe@paypal.example', '@venmojoe']) expect(await books()).toContain(name)

  await deleteAccount(world, visitor, password, caller)

  for (const name of ['jane.doe', 'venmojoe']) expect(await books()).not.toContain(name)
  const paid = await db.select({ means: charges.means }).from(charges).orderBy(charges.createdAt)
  expect(paid).toEqual([{ means: 'paypal' }, { means: 'paypal' }, { means: 'venmo' }])
  const gifts = await db.select().from(donations).orderBy(donations.number)
  expect(gifts.map(({ acknowledgement }) => acknowledgement?.paragraphs[0])).toEqual([
    expect.stringMatching(/, by PayPal\.$/),
    expect.stringMatching(/, by Venmo\.$/),
  ])
  await expect(call((sdk) => sdk.paymentMethod.find(saved.paymentMethod.token))).rejects.toMatchObject({
    type: 'notFoundError',
  })
})

test('a wrong password deletes nothing', async ({ db }) => {
  const { world, visitor } = await aFamily(db)

  await expect(deleteAccount(world, visitor, 'not it', caller)).rejects.toMatchObject({
    code: 'wrong-password',
  })

  expect(await db.$count(accounts)).toBe(1)
})

test('while a card payment is under way the account stays; afterwards it can go', async ({ db }) => {
  const { world, visitor, payment } = await aFamily(db)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })
  const charge = await pay(world, visitor, payment)
  await gateway.setFaults()
  expect(charge.state).toBe('unknown')

  await expect(deleteAccount(world, visitor, password, caller)).rejects.toThrow(
    'A payment of yours is in progress.',
  )

  expect(await db.$count(people)).toBe(3)
  await db.update(charges).set({ state: 'declined' })
  await deleteAccount(world, visitor, password, caller)
  expect(await db.$count(accounts)).toBe(0)
})

test('a hold is given back with the account', async ({ db }) => {
  const { world, visitor, paid, takenNow } = await aFamily(db)
  expect(await takenNow(paid)).toBe(1)

  await deleteAccount(world, visitor, password, caller)

  expect(await takenNow(paid)).toBe(0)
  expect(await db.$count(registrations)).toBe(0)
  expect(await db.$count(people)).toBe(0)
})

test.for([
  ['on the first day of its session is free again', 0, 0],
  ['from the day after stays in the books', -1, 1],
] as const)('an unpaid place of an account that is deleted %s', async ([, days, taken], { db }) => {
  const { world, visitor, unpaid, book, takenNow } = await aFamily(db)
  await book('later', unpaid.id)
  const startsOn = addDays(todayIn(timeZone), days)
  await db.update(sessions).set({ startsOn }).where(eq(sessions.id, unpaid.id))

  await deleteAccount(world, visitor, password, caller)

  expect(await takenNow(unpaid)).toBe(taken)
})

test('without the gateway, which keeps the saved cards, nothing is deleted', async ({ db }) => {
  const { world, visitor } = await aFamily(db)
  const nowhere = {
    ...world,
    env: { ...world.env, gateway: { ...world.env.gateway, url: 'http://127.0.0.1:9' } },
  }

  await expect(deleteAccount(nowhere, visitor, password, caller)).rejects.toMatchObject({
    code: 'gateway-away',
  })

  expect(await db.$count(accounts)).toBe(1)
})

test('the mails of an account go with it, also those to an address of before', async ({ db }) => {
  const { world, visitor, account } = await aFamily(db)
  const form = { present_password: password, email: 'robin.new@example.test' }
  await requestEmailChange(db, visitor, form, caller)
  await confirmEmailChange(db, (await latestMail(db, form.email)).token, caller)
  expect(await db.$count(mails, eq(mails.recipient, account.email))).toBeGreaterThan(1)

  await deleteAccount(world, { ...visitor, email: form.email }, password, caller)

  expect(await db.select({ to: mails.recipient, subject: mails.subject }).from(mails)).toEqual([
    { to: form.email, subject: 'Your Courtside Youth Tennis account is deleted' },
  ])
})

test('an invitation to help goes with the account, and its mail, also to an address of before; another’s stays', async ({
  db,
}) => {
  const { world, visitor, account } = await aFamily(db)
  const invited = { roles: ['coach' as const] }
  for (const email of [account.email, 'bea@example.test']) await invite(world, 'site', { ...invited, email })
  const form = { present_password: password, email: 'robin.new@example.test' }
  await requestEmailChange(db, visitor, form, caller)
  await confirmEmailChange(db, (await latestMail(db, form.email)).token, caller)
  await invite(world, 'site', { ...invited, email: account.email })

  await deleteAccount(world, { ...visitor, email: form.email }, password, caller)

  expect(await db.select({ email: invitations.email }).from(invitations)).toEqual([
    { email: 'bea@example.test' },
  ])
  const remaining = await db.select({ to: mails.recipient }).from(mails).orderBy(mails.id)
  expect(remaining).toEqual([{ to: 'bea@example.test' }, { to: form.email }])
})

test('an account to which money is owed stays until it went back', async ({ db }) => {
  const { world, visitor, unpaid, book } = await aFamily(db)
  const { lines } = await book('later', unpaid.id)
  const { registrationId } = orNotFound(lines[0])
  const isIt = eq(registrations.id, registrationId)
  const { personId } = orNotFound((await db.select().from(registrations).where(isIt))[0])
  await payByHand(db, [registrationId], 'check')
  const answer = await unregister(world, visitor, { registrationId, personId, kind: 'clinic' })
  expect(answer).toEqual({ state: 'owed', amountCents: 18_000 })

  await expect(deleteAccount(world, visitor, password, caller)).rejects.toThrow(
    'We still owe you $180.00. Your account can be deleted when it went back to you.',
  )

  expect(await db.$count(people, eq(people.firstName, 'Zephyrine'))).toBe(1)
  await noteReturned(world, registrationId, 'command:treasurer')
  await deleteAccount(world, visitor, password, caller)
  expect(await db.$count(accounts)).toBe(0)
})

test('where the gateway’s answer is something else, the saved cards do not count as deleted', async ({
  db,
}) => {
  const { world, visitor } = await aFamily(db)
  await clientTokenFor(gatewayFor(world.env), visitor.accountId)
  await gateway.setFaults({ operation: 'vault', when: 'before', act: 'garble', content: 'html', times: 1 })

  await expect(deleteAccount(world, visitor, password, caller)).rejects.toMatchObject({
    code: 'gateway-away',
  })
  expect(await db.$count(accounts)).toBe(1)

  await deleteAccount(world, visitor, password, caller)
  expect(await db.$count(accounts)).toBe(0)
})

test('the last owner of the programme stays until another one is named', async ({ db }) => {
  const { world } = await aFamily(db)
  const owner = await aMember(db, ['owner', 'coach'])
  const [first, second] = await aMembersRecoveryCodes(db, owner.id)
  const leave = (code?: string) => deleteAccount(world, owner.visitor, password, caller, { code })
  await expect(leave(first)).rejects.toThrow('The last owner stays: name another one first.')
  expect(await db.$count(members)).toBe(1)

  const another = await aMember(db, ['owner'])
  await leave(second)

  expect(await db.select({ accountId: members.accountId }).from(members)).toEqual([{ accountId: another.id }])
})
