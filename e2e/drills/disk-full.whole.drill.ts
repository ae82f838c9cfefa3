import { openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lt, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { findPostgres, freePort, startPostgres } from '../../scripts/provision/postgres.mjs'
import { serviceSettings, startSandbox, startSite } from '../../scripts/services.mjs'
import { mails } from '../../web/app/mail/mail.tables.ts'
import { type Db, openDatabase } from '../../web/app/platform/database/database.server.ts'
import { aProgramme } from '../../web/test/builders/builders.ts'
import { aMailServer } from '../../web/test/harness/mail-server.ts'
import { administer, databaseAt } from '../../web/test/harness/template.ts'
import { allSent, expectAgreement, expectArrived, settled } from './support/agreement.ts'
import { expectKept, lanes, registerAll, settings } from './support/crowd.ts'
import { aSmallDisk } from './support/small-disk.ts'
import { aFamily, type Family, openTown, type Town, until } from './support/town.ts'
import { aPayer, readNonce, ways } from './support/ways.ts'

const migrations = fileURLToPath(new URL('../../web/database/migrations', import.meta.url))
const families = 20 * ways.length

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function aDisk(megabytes: number) {
  const disk = aSmallDisk(megabytes)
  cleanUps.push(disk.remove)
  return disk
}

async function aPost() {
  const post = await aMailServer()
  cleanUps.push(post.stop)
  return { post, SMTP_URL: `smtp://127.0.0.1:${post.port}` }
}

const wayOf = (index: number) => ways[index % ways.length] ?? 'card'

/** Fills the disk under families that register and pay in every way, and frees it once many were told that it went wrong. */
async function registerOnAFullDisk(
  site: Pick<Town, 'siteUrls'>,
  all: Family[],
  disk: ReturnType<typeof aSmallDisk>,
) {
  const crowd = registerAll(site, all)
  await until(async () => crowd.count() > families / 6, 60, 'checkouts before the fault')
  const before = crowd.answers.length
  disk.fill()
  expect(disk.isFull(), 'the disk').toBe(true)
  const failed = () => crowd.answers.slice(before).filter((status) => status !== 200 && status !== 202)
  await until(async () => failed().length > lanes, 60, 'answers that the full disk made fail')
  disk.free()
  await crowd.isOver
  return { told: crowd.told, failed: failed() }
}

test('the disk of PostgreSQL is full while families pay in every way: each is told the truth, and all goes on by itself once there is room', async () => {
  const disk = aDisk(140)
  const postgres = await startPostgres((await findPostgres()) ?? '', {
    durable: true,
    within: disk.folder,
    settings: ['min_wal_size=32MB', 'max_wal_size=48MB'],
  })
  cleanUps.push(postgres.stop)
  const { post, SMTP_URL } = await aPost()
  const town = await openTown({ siteCluster: postgres.url, settings: { ...settings, SMTP_URL } })
  cleanUps.push(town.close)
  const all = await Promise.all(Array.from({ length: families }, (_, index) => aPayer(town, wayOf(index))))
  keep(postgres.hasEnded, postgres.begin)

  const { told, failed } = await registerOnAFullDisk(town, all, disk)

  expect(failed.filter((status) => status && ![402, 409, 500, 503].includes(status))).toEqual([])
  expect(await town.endOf(), 'how the site ended').toBeUndefined()
  await until(() => settled(town), 30, 'every charge ended and every hold gone')
  await expectKept(town, told)
  await expectAgreement(town)
  const areSent = async () => {
    await leasesRunOut(town.db)
    return allSent(town)
  }
  await until(areSent, 60, 'every mail sent')
  expect((await expectArrived(town, post.taken)).most, 'how often one mail came').toBeLessThan(3)
})

test('the disk of the data folder is full while families pay in every way: each is told the truth, and all goes on by itself once there is room', async () => {
  const disk = aDisk(260)
  const { post, SMTP_URL } = await aPost()
  const { env, site, gatewayUrl, look } = await aSiteOn(disk.folder, { ...settings, SMTP_URL })
  const all = await look(async (db) => {
    await aProgramme(db)
    const made = Array.from({ length: families }, async (_, index) =>
      aFamily(db, [Number(env.PORT)], { nonce: await readNonce(wayOf(index), gatewayUrl) }),
    )
    return Promise.all(made)
  })
  await site.start()
  keep(site.hasEnded, site.start)

  const { told } = await registerOnAFullDisk({ siteUrls: [site.url] }, all, disk)

  const isOver = ['charges_unknown', 'charges_pending', 'holds'].map((name) => `courtside_${name} 0\n`)
  const settledBy = async () => {
    const metrics = await (await fetch(`${site.url}/metrics`)).text()
    return isOver.every((line) => metrics.includes(line))
  }
  await until(settledBy, 30, 'every charge ended and every hold gone')
  await site.stop()
  await look(async (db) => {
    await expectKept({ db }, told)
    await expectAgreement({ db, gatewayUrl })
    // Nobody sends now: what the full disk kept from being written as sent is free, however young its lease.
    await db.update(mails).set({ leasedUntil: null })
    await allSent({ db })
  })
  await site.start()
  const isSent = async () =>
    (await (await fetch(`${site.url}/metrics`)).text()).includes('courtside_outbox_mails 0\n')
  await until(isSent, 60, 'every mail sent')
  await site.stop()
  await look(async (db) => {
    expect((await expectArrived({ db }, post.taken)).most, 'how often one mail came').toBeLessThan(3)
  })
})

/** As a service manager does with what has ended by itself. */
function keep(hasEnded: () => boolean, begin: () => Promise<unknown>) {
  let isOver = false
  const keeping = (async () => {
    while (!isOver) {
      if (hasEnded()) await begin().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()
  cleanUps.push(() => {
    isOver = true
    return keeping
  })
}

/** What was just being sent when its end could not be written is free six minutes later. */
const leasesRunOut = (db: Db) =>
  db
    .update(mails)
    .set({ leasedUntil: null })
    .where(lt(mails.leasedUntil, sql`now() + interval '350 seconds'`))

/** The built site on an embedded database in this folder, and the gateway beside it. */
async function aSiteOn(folder: string, more: Record<string, string>) {
  const cluster = process.env.TEST_DATABASE_URL ?? ''
  const name = `disk_${process.pid}_${Date.now().toString(36)}`
  await administer(cluster, `create database ${name}`)
  cleanUps.push(() => administer(cluster, `drop database ${name} with (force)`))
  const [port, gatewayPort] = [String(await freePort()), String(await freePort())]
  const env = serviceSettings({
    ...process.env,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    SANDBOX_PORT: gatewayPort,
    SANDBOX_DATABASE_URL: databaseAt(cluster, name),
    ...more,
  })
  const log = openSync('/dev/null', 'a')
  const gateway = startSandbox(env, log)
  await gateway.untilReady()
  let running: ReturnType<typeof startSite> | undefined
  let isEnded = false
  const site = {
    url: `http://localhost:${port}`,
    hasEnded: () => isEnded,
    async start() {
      isEnded = false
      const started = startSite(env, log)
      running = started
      void started.ended.then(() => {
        isEnded = running === started
      })
      await started.untilReady()
    },
    async stop() {
      const stopping = running
      running = undefined
      await stopping?.stop()
    },
  }
  cleanUps.push(gateway.stop, site.stop)
  async function look<Result>(at: (db: Db) => Promise<Result>): Promise<Result> {
    const { db, close } = await openDatabase({ dataDir: env.DATA_DIR }, migrations)
    try {
      return await at(db)
    } finally {
      await close()
    }
  }
  return { env, site, gatewayUrl: `http://127.0.0.1:${gatewayPort}`, look }
}
