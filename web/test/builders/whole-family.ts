import { eq } from 'drizzle-orm'
import { pay } from '#checkout/pay/pay.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { recordPayment } from '#offline-payments/offline-payments.server.ts'
import { accounts, people, signIns } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { joinList } from '#waiting-list/join-list.server.ts'
import { signedInToken } from '../harness/api-client.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from './builders.ts'
import { aDonor } from './money/donor.ts'

const priceCents = 9550
/** Words that stand in what belongs to the family, and nowhere else. */
export const familyWords = ['Wolframina', 'Zenobia', 'Isolde']

/** A family that has one of each thing that an address or a call can name; some of it paid at the gateway. */
export async function aWholeFamily(world: World, settings: Record<string, string>) {
  const { db } = world
  await aProgramme(db)
  const account = await anAccount(db, { firstName: 'Isolde', lastName: 'Marchbanks' })
  const { id: accountId, visitor } = account
  await db.update(people).set({ firstName: 'Isolde' }).where(eq(people.id, account.parent.id))
  const player = await aPlayer(db, { accountId, firstName: 'Wolframina' })
  const idle = await aPlayer(db, { accountId, firstName: 'Zenobia' })
  const event = await anEvent(db, { priceCents })
  const [paid, held, cash, free] = [await aPlace(), await aPlace(), await aPlace(), await aPlace()]

  const key = () => crypto.randomUUID()
  const register = (sessionId: number, method: 'card' | 'later') =>
    processCart(world, visitor, {
      method,
      places: [{ personId: player.id, sessionId, seenCents: priceCents }],
      idempotencyKey: key(),
    })
  const bought = await register(paid.id, 'card')
  const registrationId = orNotFound(bought.lines[0]).registrationId
  const charge = await pay(world, visitor, {
    ...{ nonce: 'fake-valid-nonce', amountCents: priceCents, idempotencyKey: key() },
    registrationIds: [registrationId],
  })
  const heldId = orNotFound((await register(held.id, 'card')).lines[0]).registrationId
  const cashId = orNotFound((await register(cash.id, 'later')).lines[0]).registrationId
  const { number } = orNotFound((await db.select().from(accounts).where(eq(accounts.id, accountId)))[0])
  const year = toYear(cash.startsOn)
  await recordPayment(world, {
    ...{ invoice: `${year}-${number}`, amountCents: priceCents, how: 'cash', note: '' },
    actor: 'command:volunteer',
    registrationIds: [cashId],
  })
  const full = await aSession(db, { eventId: event.id, places: 0 })
  const { entryId } = await joinList(db, visitor, { sessionId: full.id, personIds: [player.id] })
  const names = { first_name: 'Isolde', last_name: 'Marchbanks', email: account.email }
  const gift = await (await aDonor(db, settings, visitor)).give(names)
  const guestGift = await (await aDonor(db, settings)).give({ ...names, email: 'isolde@example.test' })
  const token = await signedInToken(world, accountId)
  const signIn = orNotFound((await db.select().from(signIns).where(eq(signIns.accountId, accountId)))[0])

  return {
    token,
    visitor,
    password: account.password,
    event,
    player,
    sessions: { paid, held, cash, free, full },
    year: String(year),
    priceCents,
    /** What somebody else could try to name. */
    ids: {
      account: accountId,
      email: account.email,
      player: player.id,
      idle: idle.id,
      parent: account.parent.id,
      registration: registrationId,
      held: heldId,
      cash: cashId,
      order: bought.orderId,
      transaction: orNotFound(charge.transactionId),
      gift: gift.id,
      guestGift: guestGift.id,
      signIn: signIn.id,
      entry: entryId,
    },
  }

  function aPlace() {
    return aSession(db, { eventId: event.id, places: 8 })
  }
}

export type WholeFamily = Awaited<ReturnType<typeof aWholeFamily>>
export type FamilyIds = WholeFamily['ids']

/** Ids of the same kinds that nobody has. */
export const nobodysIds = (): FamilyIds => ({
  account: crypto.randomUUID(),
  email: 'nobody-at-all@example.test',
  player: crypto.randomUUID(),
  idle: crypto.randomUUID(),
  parent: crypto.randomUUID(),
  registration: 2_000_000_001,
  held: 2_000_000_002,
  cash: 900_000_003,
  order: crypto.randomUUID(),
  transaction: 'zzzzzzzz',
  gift: crypto.randomUUID(),
  guestGift: crypto.randomUUID(),
  signIn: crypto.randomUUID(),
  entry: 2_000_000_003,
})
