import { createServer, type Server } from 'node:net'
import { eq, isNull, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mails } from '../../web/app/mail/mail.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { limits } from '../../web/test/builders/limits.ts'
import { aMailServer } from '../../web/test/harness/mail-server.ts'
import { expectAgreement, settled } from './support/agreement.ts'
import { type Family, openTown, type Town, until } from './support/town.ts'
import { aPayer, type Way, ways } from './support/ways.ts'

/** How often each window is hit: the slice in `npm test`, the whole in `npm run drill`. */
const kills = process.env.DRILL === 'whole' ? ways.length : 1
/** Time-outs as short as the delays of this drill allow; holds run out in three seconds. */
const settings = {
  ...limits({ gatewayTimeoutSeconds: 2, settleEverySeconds: 1, holdMinutes: 0.05 }),
  GATEWAY_MARGIN_SECONDS: '1',
  LOG_LEVEL: 'error',
}

let town: Town
let post: Server
beforeEach(async () => {
  post = await noMailTaken()
  town = await openTown({ settings: { ...settings, SMTP_URL: `smtp://127.0.0.1:${portOf(post)}` } })
})
afterEach(async () => {
  await town.close()
  post.close()
})

const chargeOf = async ({ accountId }: Family) =>
  (await town.db.select().from(charges).where(eq(charges.accountId, accountId)))[0]

/** Pays without waiting for an answer, which a killed site never gives. */
async function payUnanswered(family: Family) {
  const { answer } = await family.checkOut('card')
  const unanswered = family.pay(answer.transaction_request).catch(() => undefined)
  return { unanswered, charge: () => chargeOf(family) }
}

/**
 * Kills the site `kills` times in a window that `reach` proves to be open, and looks at the books after each restart.
 * The first family pays in this way, the next ones in the others.
 */
async function drill(way: Way, reach: (family: Family) => Promise<string>) {
  const hits: string[] = []
  for (let count = 0; count < kills; count += 1) {
    const family = await aPayer(town, ways[(ways.indexOf(way) + count) % ways.length] ?? way)
    hits.push(await reach(family))
    await town.restart()
    await until(() => settled(town), 20, 'every charge ended and every hold gone')
    await expectAgreement(town)
  }
  expect(hits).toHaveLength(kills)
  return hits
}

test('killed while places are held: the holds end, nothing is charged', async () => {
  await drill('card', async (family) => {
    await family.checkOut('card')
    await town.kill()
    const held = await town.db.$count(registrations, sql`held_until is not null and charge_id is null`)
    expect(held, 'holds at the kill').toBe(1)
    return 'held'
  })

  expect(await town.db.$count(registrations)).toBe(0)
  expect((await expectAgreement(town)).accepted).toBe(0)
})

test('killed after the charge was sent and before it was made: the family is registered and paid, once', async () => {
  await town.setFaults({ operation: 'sale', when: 'before', act: 'delay', milliseconds: 1200 })

  await drill('PayPal', async (family) => {
    const { unanswered, charge } = await payUnanswered(family)
    await until(async () => (await charge())?.state === 'pending', 5, 'a pending charge')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await town.kill()
    expect((await charge())?.state, 'the charge at the kill').toBe('pending')
    await unanswered
    return 'sent'
  })

  expect(await expectAgreement(town)).toEqual({ accepted: kills, declined: 0 })
})

test('killed when the charge never reached the gateway: nothing is charged and the place is free again', async () => {
  await town.setFaults({ operation: 'sale', when: 'before', act: 'drop' })
  await drill('saved card', async (family) => {
    const { answer } = await family.checkOut('card')
    expect((await family.pay(answer.transaction_request)).status).toBe(202)
    await town.kill()
    expect((await chargeOf(family))?.state, 'the charge at the kill').toBe('unknown')
    return 'lost'
  })

  expect(await expectAgreement(town)).toEqual({ accepted: 0, declined: kills })
  expect(await town.db.$count(registrations)).toBe(0)
})

test('killed between the gateway’s charge and its answer: the charge is found and its places are kept', async () => {
  await town.setFaults({ operation: 'sale', when: 'after', act: 'delay', milliseconds: 1500 })

  await drill('Venmo', async (family) => {
    const { unanswered, charge } = await payUnanswered(family)
    await until(async () => (await charge())?.state === 'pending', 5, 'a pending charge')
    await new Promise((resolve) => setTimeout(resolve, 500))
    await town.kill()
    expect((await charge())?.state, 'the charge at the kill').toBe('pending')
    await unanswered
    return 'made'
  })

  expect(await expectAgreement(town)).toEqual({ accepted: kills, declined: 0 })
})

test('killed with the answer in hand and the commit not done: the books agree after the restart', async () => {
  await town.setFaults({ operation: 'sale', when: 'after', act: 'delay', milliseconds: 500 })
  await drill('Apple Pay', async (family) => {
    const { unanswered, charge } = await payUnanswered(family)
    const { id } = await until(charge, 5, 'a charge')
    const lock = await lockCharge(id)
    await until(lock.isWaitedFor, 5, 'the site waiting to write the answer down')
    await town.kill()
    await lock.release()
    expect((await charge())?.state, 'the charge at the kill').toBe('pending')
    await unanswered
    return 'answered'
  })

  expect(await expectAgreement(town)).toEqual({ accepted: kills, declined: 0 })
})

test('killed after the commit and before the mail: the receipt is still sent, once', async () => {
  await drill('Google Pay', async (family) => {
    const { answer } = await family.checkOut('card')
    expect((await family.pay(answer.transaction_request)).status).toBe(200)
    const unsent = sql`sent_at is null and leased_until is null and last_error is not null`
    await until(async () => (await town.db.$count(mails, unsent)) > 0, 10, 'a mail that nobody took')
    await town.kill()
    expect(await town.db.$count(mails, sql`sent_at is null`), 'mails not sent at the kill').toBeGreaterThan(0)
    // While the site is down, the lease of a mail that it was just sending runs out.
    await town.db.update(mails).set({ leasedUntil: null })
    return 'unsent'
  })

  const port = portOf(post)
  post.close()
  const { taken, stop } = await aMailServer({}, port)
  const allIsSent = async () => {
    await town.db.update(mails).set({ dueAt: sql`now()` }).where(isNull(mails.leasedUntil))
    return (await town.db.$count(mails, isNull(mails.sentAt))) === 0
  }
  await until(allIsSent, 20, 'all mail sent')
  expect(taken).toHaveLength(kills)
  await stop()
})

/** Holds the charge's row, so that the site has its answer but cannot write it. */
async function lockCharge(id: string) {
  const holder = new pg.Client({ connectionString: town.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from charges where id = $1 for update', [id])
  return {
    /** Asked on a connection of its own: inside a transaction PostgreSQL shows one moment only. */
    async isWaitedFor() {
      const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock' and query like 'update "charges"%'`
      return (await town.db.$count(sql`pg_stat_activity`, isWaiting)) > 0
    },
    async release() {
      await holder.query('rollback')
      await holder.end()
    },
  }
}

const portOf = (server: Server) => {
  const address = server.address()
  return address && typeof address === 'object' ? address.port : 0
}

/** A mail server that hangs up on everybody. */
function noMailTaken(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1', () => resolve(server))
  })
}
