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

const triesAtGateway = 60

/** Demo families pay by card like everybody else: through the gateway, once it answers. */
export function startPayingCards(world: World, debts: CardDebt[]) {
  if (debts.length === 0) return
  payCards(world, debts).catch((problem) =>
    world.log.warn({ err: problem }, 'demo payments by card are missing'),
  )
}

async function payCards(world: World, debts: CardDebt[]) {
  await gatewayAnswers(world)
  for (const { accountId, registrationId, amountCents } of debts) {
    const [account] = await world.db
      .select({ kind: accounts.kind, email: accounts.email })
      .from(accounts)
      .where(eq(accounts.id, accountId))
    if (!account) continue
    await pay(
      world,
      { accountId, ...account },
      {
        nonce: 'fake-valid-visa-nonce',
        amountCents,
        registrationIds: [registrationId],
        idempotencyKey: `demo ${registrationId}`,
      },
    )
  }
}

async function gatewayAnswers(world: World) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await clientTokenFor(gatewayOf(world.env))
    } catch (problem) {
      if (tries === triesAtGateway) throw problem
      await wait(2000, undefined, { ref: false })
    }
  }
}
