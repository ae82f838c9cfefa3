import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, like, sql } from 'drizzle-orm'
import { pay } from '#checkout/pay/pay.server.ts'
import { clientTokenFor, gatewayFor } from '#payments/gateway/braintree.server.ts'
import { accounts, families } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { isUnpaid } from '#registrations/registrations.db.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { nameProgramme } from '#season/first-programme.server.ts'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'
import { importSeason } from '#season/publish/import-season.server.ts'
import { removeDemo } from './remove-demo.server.ts'
import { demoKey } from './write-demo.server.ts'

/** Demo passwords are public, so demo accounts exist only with the built-in gateway. */
export const withDemo = (world: Pick<World, 'env'>) => world.env.gateway.environment === 'local'

/**
 * Loads the demo season into an empty database at the first start; not where families may come and pay, nor where the
 * owner begins with an empty programme.
 */
export async function loadFirstSeason(world: World, path = join(process.cwd(), '..', 'season.yaml')) {
  if ((await world.db.$count(programme)) > 0) return
  const { isDemo, firstSeason } = world.env
  if (firstSeason === 'none' || (!withDemo(world) && !isDemo)) return nameProgramme(world)
  world.log.info('loading the demo season')
  const file = await readSeasonFile(path, 'season.yaml')
  const done = await importSeason(world.db, file, {
    write: true,
    withDemo: withDemo(world),
    siteUrl: world.env.siteUrl,
    onlyFirst: true,
  })
  if ('problems' in done) throw new Error(`The demo season does not load.\n${done.problems.join('\n')}`)
}

/** Removes the demo accounts of an earlier start once money is real. */
export async function endDemo(world: World): Promise<void> {
  if (withDemo(world)) return
  const { problems } = await world.db.transaction((tx) => removeDemo(tx))
  for (const { message } of problems) world.log.error(`the demo accounts are still there: ${message}`)
}

/** Card payments that demo families still owe. Derived from rows alone, so that an interrupted start loses nothing. */
export const cardDebts = (db: Db) =>
  db
    .select({
      registrationId: registrations.id,
      amountCents: registrations.priceCents,
      visitor: {
        accountId: accounts.id,
        familyId: families.id,
        kind: accounts.kind,
        email: sql<string>`${accounts.email}`,
      },
    })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(and(eq(orders.method, 'card'), like(orders.idempotencyKey, `${demoKey}%`), isUnpaid))
    .orderBy(registrations.id)

/** Retries until the gateway answers. Returns a function that stops it. */
export function startPayingCards(world: World): () => void {
  let isStopped = false
  const tryOn = async () => {
    for (let seconds = 1; !isStopped; seconds = Math.min(60, seconds * 2)) {
      const isDone = await payCards(world).catch((problem) => {
        // The sandbox starts beside the site, and may be the later one.
        const level = seconds < 30 ? 'debug' : 'warn'
        world.log[level]({ err: problem }, 'the demo payments by card wait for the gateway')
      })
      if (isDone) return
      await wait(seconds * 1000, undefined, { ref: false })
    }
  }
  void tryOn()
  return () => {
    isStopped = true
  }
}

/** Throws while the gateway does not answer. */
async function payCards(world: World): Promise<true> {
  const debts = await cardDebts(world.db)
  if (debts.length > 0) await clientTokenFor(gatewayFor(world.env))
  for (const { visitor, registrationId, amountCents } of debts)
    await pay(world, visitor, {
      amountCents,
      registrationIds: [registrationId],
      idempotencyKey: `${demoKey}${registrationId}`,
      nonce: 'fake-valid-visa-nonce',
    })
  return true
}
