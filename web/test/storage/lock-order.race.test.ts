import { eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { deleteAccount } from '#account/delete-account.server.ts'
import { chargePurpose } from '#checkout/pay/pay.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { giveUpUnpaidPlaces } from '#offline-payments/give-up-places.server.ts'
import { recordPayment } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { applySettlement } from '#payments/gateway/settlement.server.ts'
import { finish } from '#payments/gateway/take.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { differences } from '#payments/reconciliation.tables.ts'
import { activate, resetPassword } from '#people/accounts/accounts.server.ts'
import { confirmEmailChange, requestEmailChange } from '#people/accounts/emails/settings.server.ts'
import { issueToken } from '#people/accounts/tokens.db.server.ts'
import { createPlayer } from '#people/players/players.server.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { assignPanelRefund } from '#reconciliation/close-difference.server.ts'
import { finishRefund } from '#refunds/refund.server.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { tendLine } from '#waiting-list/offers/make-offers.server.ts'
import { anAccount, aPlayer, password } from '../builders/builders.ts'
import { aDebtor } from '../builders/money/debtor.ts'
import { heldPlaces } from '../builders/money/held-places.ts'
import { aFullSession, aWaitingFamily, giveUp } from '../builders/waiting-families.ts'
import { test } from '../harness/database.ts'
import { heldWhileWaiting } from '../harness/held-while-waiting.ts'
import { aWorld, type Gateway } from '../harness/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const volunteer = { actor: 'command:volunteer' } as const
const caller = { address: '192.0.2.7', siteUrl: 'http://localhost:3000' }
const key = () => crypto.randomUUID()

/** What a family or a volunteer is about to do, and whose account and session it concerns. */
type Deed = { accountId: string; sessionId?: number; act: () => Promise<unknown> }

type Debtor = Awaited<ReturnType<typeof aDebtor>>

const places = (db: Db, method: 'card' | 'later') => heldPlaces(db, gateway.settings, { method })
const ofDebtor = async (db: Db) => {
  const { account, payment, rows } = await aDebtor(db)
  return {
    world: aWorld(db),
    accountId: account.id,
    sessionId: orNotFound(rows[0]).sessionId,
    payment,
    email: account.email,
  }
}

/** One charge pays these registrations, which are held or unpaid. */
async function payPlaces(db: Db, accountId: string, ids: number[]) {
  const transactionId = key()
  const facts = { state: 'accepted', means: 'card', amountCents: 18_000 } as const
  const accepted = { ...facts, accountId, idempotencyKey: key(), transactionId }
  const { id: orderId } = orNotFound((await db.insert(charges).values(accepted).returning())[0])
  const rows = await db.select().from(registrations).where(inArray(registrations.id, ids))
  await db.update(registrations).set({ heldUntil: null }).where(inArray(registrations.id, ids))
  await post(
    db,
    'site',
    rows.flatMap(({ id: registrationId, priceCents: cents, heldUntil }) => [
      ...(heldUntil ? [{ registrationId, kind: 'price' as const, cents }] : []),
      { registrationId, kind: 'paid' as const, cents: -cents, chargeId: orderId },
    ]),
  )
  return { orderId, transactionId }
}

/** These registrations are paid, and the gateway says that the money does not come. */
async function settlementOfPaid(world: World, accountId: string, ids: number[]) {
  const { orderId, transactionId } = await payPlaces(world.db, accountId, ids)
  const sale = { id: transactionId, orderId, type: 'sale', status: 'settlement_declined' }
  return () => applySettlement(world, sale, chargePurpose(world))
}

/** Opens the link of a mail. */
const opens =
  (
    purpose: 'activation' | 'password-reset' | 'email-change',
    open: (db: Db, token: string) => Promise<unknown>,
  ) =>
  async (db: Db): Promise<Deed> => {
    const { id } = await anAccount(db)
    const token = await issueToken(
      db,
      id,
      purpose,
      1,
      purpose === 'email-change' ? 'new@example.test' : undefined,
    )
    return { accountId: id, act: () => open(db, token) }
  }

const deeds: Record<string, (db: Db) => Promise<Deed>> = {
  async 'a cart is checked out'(db) {
    const { world, visitor, session } = await places(db, 'card')
    const { id: personId } = await aPlayer(db, { accountId: visitor.accountId })
    const cart = [{ personId, sessionId: session.id, seenCents: 18_000 }]
    const act = () => processCart(world, visitor, { method: 'card', places: cart, idempotencyKey: key() })
    return { accountId: visitor.accountId, sessionId: session.id, act }
  },
  async 'a payment ends'(db) {
    const { world, visitor, session } = await places(db, 'card')
    const { accountId } = visitor
    const pending = { accountId, idempotencyKey: key(), amountCents: 18_000 }
    const { id } = orNotFound((await db.insert(charges).values(pending).returning())[0])
    const claimed = { chargeId: id, chargeCents: 18_000 }
    await db.update(registrations).set(claimed).where(eq(registrations.accountId, accountId))
    const declined = { state: 'declined', how: 'answer', reason: 'Do Not Honor' } as const
    return {
      accountId,
      sessionId: session.id,
      act: () => finish(world, { id, creditCents: 0 }, declined, chargePurpose(world)),
    }
  },
  async 'a payment does not settle'(db) {
    const { world, visitor, session, payment } = await places(db, 'card')
    const { accountId } = visitor
    const act = await settlementOfPaid(world, accountId, payment.registrationIds)
    return { accountId, sessionId: session.id, act }
  },
  async 'money that went back at the gateway is said to be for a place'(db) {
    const { world, visitor, session, payment } = await places(db, 'card')
    const { accountId } = visitor
    const [registrationId = 0] = payment.registrationIds
    const { orderId: chargeId } = await payPlaces(db, accountId, [registrationId])
    const told = { kind: 'panel refund', transactionId: key(), amountCents: 18_000, words: '-' } as const
    const [difference] = await db
      .insert(differences)
      .values({ ...told, chargeId })
      .returning()
    const giving = { id: orNotFound(difference).id, by: 'treasurer', registrationIds: [registrationId] }
    return { accountId, sessionId: session.id, act: () => assignPanelRefund(world, giving) }
  },
  async 'a place is given up'(db) {
    const { world, visitor, session, players, payment } = await places(db, 'later')
    const [registrationId = 0] = payment.registrationIds
    const leaving = { registrationId, personId: players[0]?.id ?? '', kind: 'clinic' } as const
    return {
      accountId: visitor.accountId,
      sessionId: session.id,
      act: () => unregister(world, visitor, leaving),
    }
  },
  async 'a refund ends'(db) {
    const { world, visitor, session, payment } = await places(db, 'later')
    const [registrationId = 0] = payment.registrationIds
    const { accountId } = visitor
    const pending = { registrationId, accountId, amountCents: 18_000 }
    const { id } = orNotFound((await db.insert(refunds).values(pending).returning())[0])
    return { accountId, sessionId: session.id, act: () => finishRefund(world, id, { state: 'queued' }) }
  },
  async 'an account is deleted'(db) {
    const { world, visitor, session } = await places(db, 'later')
    return {
      accountId: visitor.accountId,
      sessionId: session.id,
      act: () => deleteAccount(world, visitor, password, caller),
    }
  },
  async 'a child that waits is deleted'(db) {
    const { sessionId } = await aFullSession(db)
    const { visitor, personIds } = await aWaitingFamily(db, sessionId)
    const act = () => deletePlayer(db, visitor, orNotFound(personIds[0]))
    return { accountId: visitor.accountId, sessionId, act }
  },
  async 'an offer is made'(db) {
    const { sessionId } = await aFullSession(db)
    const { visitor } = await aWaitingFamily(db, sessionId)
    await giveUp(db, sessionId, 1)
    return { accountId: visitor.accountId, sessionId, act: () => tendLine(aWorld(db), sessionId) }
  },
  async 'a check is recorded'(db) {
    const { world, accountId, payment } = await ofDebtor(db)
    return { accountId, act: () => recordPayment(world, payment) }
  },
  async 'a check is taken back'(db) {
    const { world, accountId, payment } = await ofDebtor(db)
    const { id } = await recordPayment(world, payment)
    const taking = { id, registrationIds: [], hasBounced: false, ...volunteer }
    return { accountId, act: () => takeBackPayment(world, taking) }
  },
  async 'unpaid places are given back by a volunteer'(db) {
    const { world, accountId, sessionId, email } = await ofDebtor(db)
    const releasing = { text: email, registrationIds: [], ...volunteer }
    return { accountId, sessionId, act: () => giveUpUnpaidPlaces(world, releasing) }
  },
  async 'a player is added'(db) {
    const { id, visitor } = await anAccount(db)
    const player = { first_name: 'Pip', last_name: 'Vale', phone: null, birthday: '2016-04-12' }
    const form = { ...player, skill_level: 'Beginner' as const, is_active: true }
    return { accountId: id, act: () => createPlayer(aWorld(db), visitor, form) }
  },
  async 'somebody logs in again'(db) {
    const { id, email } = await anAccount(db)
    const token = await signIn(db, { email, password }, caller)
    return { accountId: id, act: () => signIn(db, { email, password }, { ...caller, token }) }
  },
  async 'another email is asked for'(db) {
    const { id, visitor } = await anAccount(db)
    await issueToken(db, id, 'email-change', 1, 'older@example.test')
    const form = { present_password: password, email: 'newer@example.test' }
    return { accountId: id, act: () => requestEmailChange(db, visitor, form, caller) }
  },
  'an account is opened by its link': opens('activation', (db, token) => activate(db, token, caller)),
  'a password is set by its link': opens('password-reset', (db, token) =>
    resetPassword(db, token, 'backhand-11', caller),
  ),
  'an email is changed by its link': opens('email-change', (db, token) =>
    confirmEmailChange(db, token, caller),
  ),
}

const ofAccount = [
  ...['sign_ins', 'tokens', 'people', 'offline_payments', 'registrations', 'charges', 'refunds'],
  ...['differences', 'waiting_entries', 'waiting_players'],
]

test('whoever waits for an account holds neither a session nor anything that belongs to an account', async ({
  freshDatabase: { db, url },
}) => {
  for (const [what, prepare] of Object.entries(deeds)) {
    const { accountId, act } = await prepare(db)
    const held = await heldWhileWaiting(
      url,
      { table: 'accounts', id: accountId },
      ['sessions', ...ofAccount],
      act,
    )
    expect.soft(held, what).toEqual([])
  }
})

test('whoever waits for a session holds nothing that belongs to an account, but for the players of a cart', async ({
  freshDatabase: { db, url },
}) => {
  for (const [what, prepare] of Object.entries(deeds)) {
    const { sessionId, act } = await prepare(db)
    if (!sessionId) continue
    const held = await heldWhileWaiting(url, { table: 'sessions', id: sessionId }, ofAccount, act)
    expect.soft(held, what).toEqual(what === 'a cart is checked out' ? ['people'] : [])
  }
})

/** What a family that owes for two places can do with both, and which of their rows it locks. */
const deedsForTwo: [
  what: string,
  table: 'sessions' | 'registrations',
  prepare: (db: Db, debtor: Debtor) => Promise<Deed['act']>,
][] = [
  [
    'a cart is checked out',
    'sessions',
    async (db, { account, rows }) => {
      const { id: personId } = await aPlayer(db, { accountId: account.id })
      const cart = rows.map(({ sessionId, priceCents: seenCents }) => ({ personId, sessionId, seenCents }))
      const later = { method: 'later', places: cart.reverse(), idempotencyKey: key() } as const
      return () => processCart(aWorld(db), account.visitor, later)
    },
  ],
  [
    'an account is deleted',
    'registrations',
    async (db, { account }) => {
      const world = aWorld(db, gateway.settings)
      return () => deleteAccount(world, account.visitor, password, caller)
    },
  ],
  [
    'a check is recorded',
    'registrations',
    async (db, { payment }) =>
      () =>
        recordPayment(aWorld(db), payment),
  ],
  [
    'a check is taken back',
    'registrations',
    async (db, { payment }) => {
      const { id } = await recordPayment(aWorld(db), payment)
      const taking = { id, registrationIds: [], hasBounced: false, ...volunteer }
      return () => takeBackPayment(aWorld(db), taking)
    },
  ],
  [
    'a payment does not settle',
    'registrations',
    async (db, { account, rows }) =>
      settlementOfPaid(
        aWorld(db),
        account.id,
        rows.map(({ id }) => id),
      ),
  ],
  [
    'unpaid places are given back by a volunteer',
    'registrations',
    async (db, { account }) => {
      const releasing = { text: account.email, registrationIds: [], ...volunteer }
      return () => giveUpUnpaidPlaces(aWorld(db), releasing)
    },
  ],
]

test('whoever waits for the first of two sessions, or of two registrations, does not hold the second', async ({
  freshDatabase: { db, url },
}) => {
  for (const [what, table, prepare] of deedsForTwo) {
    const debtor = await aDebtor(db)
    const act = await prepare(db, debtor)
    const [first] = debtor.rows
    const id = orNotFound(table === 'sessions' ? first?.sessionId : first?.id)
    // Now it lies behind the second, and PostgreSQL, which knows how few there are, would take them as they lie.
    await db.execute(sql`update ${sql.identifier(table)} set id = id where id = ${id}`)
    await db.execute(sql`analyze`)
    const held = await heldWhileWaiting(url, { table, id }, [table], act)
    expect.soft(held, what).toEqual([])
  }
})
