import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { pay } from '#checkout/pay.server.ts'
import { readGivenFile } from '#events/season-pictures.server.ts'
import { clientTokenFor, gatewayOf } from '#payments/braintree.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { programme } from '#platform/programme.tables.ts'
import { importSeason } from './import-season.server.ts'
import type { CardDebt } from './write-demo.server.ts'

/** Demo accounts have a password that everybody can read, so they exist only with the built-in gateway. */
export const withDemo = (world: Pick<World, 'env'>) => world.env.gateway.environment === 'local'

/** At the first start on an empty database: the demo season, by the same door as every other. */
export async function loadDemoSeason(world: World, path = join(process.cwd(), '..', 'season.yaml')) {
  if ((await world.db.$count(programme)) > 0) return
  world.log.info('loading the demo season')
  const file = await readGivenFile(path, 'season.yaml')
  const done = await importSeason(world.db, file, { write: true, withDemo: withDemo(world), onlyFirst: true })
  if ('problems' in done) throw new Error(`The demo season does not load.\n${done.problems.join('\n')}`)
  startPayingCards(world, done.cards)
}

/** Demo families pay by card like everybody else: through the gateway, once it answers. */
export function startPayingCards(world: World, debts: CardDebt[]) {
  payCards(world, debts, 60).catch((problem) => {
    world.log.warn({ err: problem }, 'the demo payments by card could not be made')
  })
}

export async function payCards(world: World, debts: CardDebt[], tries: number) {
  if (debts.length === 0) return
  await gatewayAnswers(world, tries)
  for (const { accountId, registrationId, amountCents } of debts) {
    const [account] = await world.db
      .select({ kind: accounts.kind, email: accounts.email })
      .from(accounts)
      .where(eq(accounts.id, accountId))
    const payment = {
      amountCents,
      registrationIds: [registrationId],
      idempotencyKey: `demo ${registrationId}`,
    }
    if (account) await pay(world, { accountId, ...account }, { ...payment, nonce: 'fake-valid-visa-nonce' })
  }
}

async function gatewayAnswers(world: World, tries: number) {
  for (let left = tries; ; left -= 1) {
    try {
      return await clientTokenFor(gatewayOf(world.env))
    } catch (problem) {
      if (left <= 1) throw problem
      await wait(2000, undefined, { ref: false })
    }
  }
}
