import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, like, sql } from 'drizzle-orm'
import { pay } from '#checkout/pay/pay.server.ts'
import { clientTokenFor, gatewayOf } from '#payments/gateway/braintree.server.ts'
import { accounts, families } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { isUnpaid } from '#registrations/registrations.db.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { nameProgramme } from '#season/first-programme.server.ts'
import { readGivenFile } from '#season/pictures/season-pictures.server.ts'
import { importSeason } from '#season/publish/import-season.server.ts'
import { removeDemo } from './remove-demo.server.ts'
import { demoKey } from './write-demo.server.ts'

/** Demo accounts have a password that everybody can read, so they exist only with the built-in gateway. */
export const withDemo = (world: Pick<World, 'env'>) => world.env.gateway.environment === 'local'

/**
 * At the first start on an empty database: the demo season, by the same door as every other; but none where families may
 * come, who would pay for it, and none where somebody begins with a programme of their own.
 */
export async function loadFirstSeason(world: World, path = join(process.cwd(), '..', 'season.yaml')) {
  if ((await world.db.$count(programme)) > 0) return
  const { isDemo, firstSeason } = world.env
  if (firstSeason === 'none' || (!withDemo(world) && !isDemo)) return nameProgramme(world)
  world.log.info('loading the demo season')
  const file = await readGivenFile(path, 'season.yaml')
  const done = await importSeason(world.db, file, {
    write: true,
    withDemo: withDemo(world),
    siteUrl: world.env.siteUrl,
    onlyFirst: true,
  })
  if ('problems' in done) throw new Error(`The demo season does not load.\n${done.problems.join('\n')}`)
}

/** Demo accounts of an earlier start do not live on where money is real. */
export async function endDemo(world: World): Promise<void> {
  if (withDemo(world)) return
  const { problems } = await world.db.transaction((tx) => removeDemo(tx))
  for (const { words } of problems) world.log.error(`the demo accounts are still there: ${words}`)
}

/** What demo families are to pay by card. It stands in the rows alone: a start that came to nothing loses nothing. */
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

/** Demo families pay by card like everybody else: through the gateway, once it answers. The answer stops it. */
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

/** Fails while the gateway gives no answer. */
async function payCards(world: World): Promise<true> {
  const debts = await cardDebts(world.db)
  if (debts.length > 0) await clientTokenFor(gatewayOf(world.env))
  for (const { visitor, registrationId, amountCents } of debts)
    await pay(world, visitor, {
      amountCents,
      registrationIds: [registrationId],
      idempotencyKey: `${demoKey}${registrationId}`,
      nonce: 'fake-valid-visa-nonce',
    })
  return true
}
