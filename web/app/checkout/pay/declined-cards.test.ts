import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { endCardAlarm } from '#bot-check/card-alarm.server.ts'
import { newBotCheck } from '#bot-check/proof-of-work.server.ts'
import { passRecaptcha } from '#bot-check/recaptcha.server.ts'
import { countDeclines } from '#payments/gateway/declines.server.ts'
import { type Charge, charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { tries } from '#platform/http/tries.tables.ts'
import { aBuyingFamily } from '../../../test/builders/buying-family.ts'
import { limits } from '../../../test/builders/limits.ts'
import { aDonor } from '../../../test/builders/money/donor.ts'
import { solvedBotCheck } from '../../../test/harness/bot-check.ts'
import { test } from '../../../test/harness/database.ts'
import { aLog } from '../../../test/harness/log.ts'
import { aWorld, type Gateway } from '../../../test/harness/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const declinedCard = 'fake-processor-declined-visa-nonce'
const goodCard = 'fake-valid-nonce'
const tooMany =
  'Too many payments were declined in the last hour. Choose to pay later, wait an hour, or write to us: we will help.'
const tooManyOfDonor =
  'Too many payments were declined in the last hour. Wait an hour, or write to us: we will help.'

/** A family that checks its cart out with one card after another. */
async function aTryingFamily(db: Db, settings: Record<string, string> = {}) {
  const { call, item } = await aBuyingFamily(db, { ...gateway.settings, ...settings })
  return async (payment_method_nonce: string) => {
    const { answer } = await call('/process-all-cart-items', { cart: [item], payment: 'card' })
    return call('/post-transaction', { ...answer.transaction_request, payment_method_nonce })
  }
}

async function aTryingDonor(db: Db, settings: Record<string, string>) {
  const { world, give } = await aDonor(db, { ...gateway.settings, ...settings })
  const giveBy = (payment_method_nonce: string, email: string) =>
    give({ payment_method_nonce, email }, crypto.randomUUID())
  return { world, give, giveBy }
}

test('a family whose card is declined three times pays with the fourth', async ({ db }) => {
  const pays = await aTryingFamily(db)
  for (let times = 0; times < 3; times += 1) expect(await pays(declinedCard)).toMatchObject({ status: 402 })

  expect(await pays(goodCard)).toMatchObject({ status: 200 })
})

test('an account whose cards are declined again and again hears what to do, and no more cards are tried', async ({
  db,
}) => {
  const pays = await aTryingFamily(db, limits({ declinesPerHour: 2 }))
  expect(await pays(declinedCard)).toMatchObject({ status: 402 })
  expect(await pays(declinedCard)).toMatchObject({ status: 402 })

  const refused = { status: 429, answer: { code: 'declined-too-often', message: tooMany } }
  expect(await pays(goodCard)).toMatchObject(refused)
  expect(await db.$count(charges)).toBe(2)
})

test('families behind one address are refused together after many declines, and what is paid counts for nothing', async ({
  db,
}) => {
  const settings = limits({ declinesPerNetwork: 2 })
  const [first, second] = [await aTryingFamily(db, settings), await aTryingFamily(db, settings)]
  expect(await second(goodCard)).toMatchObject({ status: 200 })
  expect(await first(declinedCard)).toMatchObject({ status: 402 })
  expect(await first(declinedCard)).toMatchObject({ status: 402 })

  const third = await aTryingFamily(db, settings)
  expect(await third(goodCard)).toMatchObject({ status: 429, answer: { message: tooMany } })
})

const [accepted, declined] = [{ state: 'accepted' }, { state: 'declined', endedHow: 'answer' }]

/** How many cards are tried, each of another account of this network, until one is refused. */
async function triedFrom(db: Db, address: string, cards: object[], settings: Record<string, string> = {}) {
  const world = aWorld(db, settings)
  for (const [at, card] of cards.entries()) {
    const payer = { address, accountId: crypto.randomUUID() }
    const refused = await countDeclines(world, payer, async () => card as Charge).then(
      () => false,
      ({ code }) => code === 'declined-too-often',
    )
    if (refused) return at
  }
  return cards.length
}

test('of two hundred families of one hall none is refused, though every tenth is declined before anybody has paid, and once more', async ({
  db,
}) => {
  const tenths = Array.from({ length: 20 })
  const others = Array.from({ length: 9 }, () => accepted)
  const first = tenths.map(() => declined)
  const cards = [...first, ...tenths.flatMap(() => [declined, accepted, ...others])]

  expect(await triedFrom(db, '192.0.2.7', cards)).toBe(240)
})

test('who tries out cards is stopped, though every fourth is good', async ({ db }) => {
  const cards = Array.from({ length: 20 }, () => [declined, declined, declined, accepted]).flat()

  expect(await triedFrom(db, '192.0.2.7', cards, limits({ declinesPerNetwork: 10 }))).toBe(18)
})

test('guests are counted by email and by network, whatever else they gave', async ({ db }) => {
  const { giveBy } = await aTryingDonor(db, limits({ declinesPerHour: 1, declinesPerNetwork: 2 }))
  const refused = { code: 'declined-too-often', message: tooManyOfDonor }
  expect(await giveBy(goodCard, 'edith@example.test')).toMatchObject({ state: 'accepted' })
  expect(await giveBy(declinedCard, 'edith@example.test')).toMatchObject({ state: 'declined' })
  await expect(giveBy(goodCard, 'edith@example.test')).rejects.toMatchObject(refused)

  expect(await giveBy(declinedCard, 'ada@example.test')).toMatchObject({ state: 'declined' })
  await expect(giveBy(goodCard, 'grace@example.test')).rejects.toMatchObject(refused)
  expect(await db.$count(charges)).toBe(3)
})

test('cards that a guest tries all at once count from their start, and no longer once they did not fail', async ({
  db,
}) => {
  const world = aWorld(db, limits({ declinesPerNetwork: 2 }))
  const gone = new Error('the places are gone')
  const fails = () => Promise.reject(gone)
  const tryCard = (email: string, meanwhile: () => Promise<Charge>) =>
    countDeclines(world, { address: '192.0.2.7', accountId: null, email }, meanwhile)

  const threeAtOnce = tryCard('a@example.test', () =>
    tryCard('b@example.test', () => tryCard('c@example.test', fails)),
  )

  await expect(threeAtOnce).rejects.toMatchObject({ code: 'declined-too-often' })
  await expect(tryCard('d@example.test', fails)).rejects.toThrow(gone)
})

test('many declines of the whole site make the bot check of gifts harder, until they are over; the log says so once', async ({
  db,
}) => {
  const { world, give, giveBy } = await aTryingDonor(db, limits({ declinesForAlarm: 2 }))
  const { lines, log } = aLog()
  world.log = log
  const inStore = await solvedBotCheck(db)
  for (const email of ['a@example.test', 'b@example.test']) await giveBy(declinedCard, email)
  const begun = { level: 40, msg: 'many cards are declined: the bot check is harder now', declined: 2 }
  expect(lines).toMatchObject([begun])

  await expect(give({ g_recaptcha_response: inStore })).rejects.toMatchObject({ code: 'bot-check-failed' })
  expect(await give()).toMatchObject({ state: 'accepted' })
  await giveBy(declinedCard, 'c@example.test')
  await endCardAlarm(world)
  expect(lines).toMatchObject([begun])
  expect((await newBotCheck(db)).parameters.cost).toBe(12_000)

  await db
    .update(tries)
    .set({ windowStart: sql`${tries.windowStart} - interval '11 minutes'` })
    .where(eq(tries.key, 'declines:site'))
  await endCardAlarm(world)
  await endCardAlarm(world)

  const ended = { level: 40, msg: 'fewer cards are declined: the bot check is as before' }
  expect(lines).toMatchObject([begun, ended])
  expect((await newBotCheck(db)).parameters.cost).toBe(2000)
}, 90_000)

test('with reCAPTCHA many declines ask for a pause between two gifts', async ({ db }) => {
  const { settings } = gateway
  const withKeys = { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET_KEY: 'secret-key' }
  const { give } = await aDonor(db, {
    ...{ ...settings, ...withKeys },
    ...limits({ declinesForAlarm: 1, recaptchaUrl: settings.GATEWAY_URL }),
  })
  const giveBy = async (payment_method_nonce: string) => {
    const body = JSON.stringify({ siteKey: 'site-key', action: 'MCTDonateAction' })
    const answer = await fetch(`${settings.GATEWAY_URL}/recaptcha/token`, { method: 'POST', body })
    const g_recaptcha_response = (await answer.json()).token
    return give({ payment_method_nonce, g_recaptcha_response }, crypto.randomUUID())
  }
  expect(await giveBy(declinedCard)).toMatchObject({ state: 'declined' })
  expect(await giveBy(goodCard)).toMatchObject({ state: 'accepted' })

  await expect(giveBy(goodCard)).rejects.toMatchObject({ message: 'Please wait a minute, then try again.' })
})

test('with reCAPTCHA the harder check asks for a higher score', async () => {
  const verdict = JSON.stringify({ success: true, action: 'MCTDonateAction', score: 0.6 })
  const service = createServer((_, answer) => answer.end(verdict)).listen(0, '127.0.0.1')
  await new Promise((listening) => service.once('listening', listening))
  const { port } = service.address() as AddressInfo
  const recaptcha = { siteKey: 'site-key', secretKey: 'secret-key', url: `http://127.0.0.1:${port}` }
  const pass = (isHard: boolean) =>
    passRecaptcha(recaptcha, { token: 'a token', action: 'MCTDonateAction', address: '192.0.2.7', isHard })

  await pass(false)
  await expect(pass(true)).rejects.toMatchObject({ code: 'bot-check-failed' })
  service.closeAllConnections()
  service.close()
})

test('the card form opens only so often in an hour, for an account and for a network', async ({ db }) => {
  const settings = { ...gateway.settings, ...limits({ cardFormsPerHour: 1 }) }
  const open = async () => {
    const { id, call } = await aBuyingFamily(db, settings)
    return () => call('/get-card-client-token', { userId: id })
  }
  const opens = await open()
  expect(await opens()).toMatchObject({ status: 200 })
  const refused = {
    status: 429,
    answer: {
      code: 'too-many-tries',
      message:
        'The card form was opened too often in the last hour. Wait an hour, choose to pay later, or write to us: we will help.',
    },
  }
  expect(await opens()).toMatchObject(refused)

  await db.update(tries).set({ count: 10 }).where(eq(tries.key, 'card-form:192.0.2.7'))
  expect(await (await open())()).toMatchObject(refused)
})
