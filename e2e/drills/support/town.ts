import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/provision/postgres.mjs'
import { serviceSettings, startSandbox, startSite } from '../../../scripts/services.mjs'
import { signIns } from '../../../web/app/people/people.tables.ts'
import { type Db, openDatabase } from '../../../web/app/platform/database/database.server.ts'
import { inDollars } from '../../../web/app/platform/format/money.ts'
import { sha256 } from '../../../web/app/platform/hash.server.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../../../web/test/builders/builders.ts'
import { administer, databaseAt } from '../../../web/test/harness/template.ts'

const migrations = fileURLToPath(new URL('../../../web/database/migrations', import.meta.url))

export type Town = Awaited<ReturnType<typeof openTown>>
export type Family = Awaited<ReturnType<Town['family']>>

/**
 * The built site as one or more processes on one PostgreSQL database, the sandbox gateway beside it, and families
 * that call the site's API over HTTP. `settings` are the site's; `siteCluster` is where its database is, if not beside
 * the gateway's, and `siteServers` the address of all the servers of that cluster, which goes with its drill.
 * `startWith` starts the first sites, if not as this version does; `migrationsFolder` has the tables' changes of that one.
 */
export async function openTown({
  sites = 1,
  settings = {} as Record<string, string>,
  siteCluster = process.env.TEST_DATABASE_URL,
  siteServers = undefined as string | undefined,
  startWith = [] as (typeof startSite)[],
  migrationsFolder = migrations,
} = {}) {
  const cluster = process.env.TEST_DATABASE_URL
  if (!cluster || !siteCluster) throw new Error('The drills need PostgreSQL: run them with npm run drill.')
  const folder = mkdtempSync(join(tmpdir(), 'courtside-drill-'))
  const name = `drill_${process.pid}_${Date.now().toString(36)}`
  await administer(siteCluster, `create database ${name}`)
  await administer(cluster, `create database ${name}_gateway`)
  const databaseUrl = databaseAt(siteServers ?? siteCluster, name)
  const { db, close } = await openDatabase({ databaseUrl, databasePool: 5, dataDir: '' }, migrationsFolder)
  await aProgramme(db)

  const gatewayPort = String(await freePort())
  const envOf = (port: string) =>
    serviceSettings({
      ...process.env,
      PORT: port,
      DATA_DIR: folder,
      DATABASE_URL: `${databaseUrl}?application_name=site`,
      SANDBOX_PORT: gatewayPort,
      SANDBOX_DATABASE_URL: databaseAt(cluster, `${name}_gateway`),
      ...settings,
    })
  const log = openSync(join(folder, 'log'), 'a')
  const openGateway = async () => {
    const opened = startSandbox(envOf('1'), log)
    await opened.untilReady()
    return opened
  }
  let gateway = await openGateway()
  const ports = await Promise.all(Array.from({ length: sites }, () => freePort()))
  const start = async (port: number, index: number) => {
    const site = (startWith[index] ?? startSite)(envOf(String(port)), log)
    await site.untilReady()
    return site
  }
  const running = await Promise.all(ports.map(start))

  return {
    db,
    databaseUrl,
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    siteUrls: ports.map((port) => `http://localhost:${port}`),
    family: (facts?: Parameters<typeof aFamily>[2]) => aFamily(db, ports, facts),
    kill: (index = 0) => running[index]?.kill(),
    /** Asks it to end, and waits until it has. */
    stop: (index = 0) => running[index]?.stop(),
    /** How the site ended by itself; undefined while it runs. */
    async endOf(index = 0) {
      return Promise.race([running[index]?.ended, Promise.resolve(undefined)])
    },
    freeze: (index = 0) => running[index]?.freeze(),
    thaw: (index = 0) => running[index]?.thaw(),
    async restart(index = 0) {
      running[index] = await start(ports[index] ?? 0, index)
    },
    /** One more, of this version. */
    async startAnother() {
      const port = await freePort()
      running.push(await start(port, running.length))
      ports.push(port)
    },
    /** Nobody listens at its port any more. */
    closeGateway: () => gateway.stop(),
    async openGateway() {
      gateway = await openGateway()
    },
    setFaults: (...faults: object[]) =>
      fetch(`http://127.0.0.1:${gatewayPort}/control/faults`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ faults }),
      }),
    /** How many calls each fault has hit. */
    async hits(): Promise<number[]> {
      const { faults } = await (await fetch(`http://127.0.0.1:${gatewayPort}/control/faults`)).json()
      return faults.map((fault: { hits: number }) => fault.hits)
    },
    async close() {
      await Promise.all([...running, gateway].map(({ stop }) => stop()))
      await close()
      if (!siteServers) await administer(siteCluster, `drop database ${name} with (force)`)
      await administer(cluster, `drop database ${name}_gateway with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A signed-in family whose children, mostly one, want one session, and that pays with `nonce`. */
export async function aFamily(
  db: Db,
  ports: number[],
  facts: { sessionId?: number; priceCents?: number; nonce?: string; children?: number } = {},
) {
  const { visitor, email } = await anAccount(db)
  const priceCents = facts.priceCents ?? 18_000
  const sessionId =
    facts.sessionId ?? (await aSession(db, { eventId: (await anEvent(db, { priceCents })).id, places: 4 })).id
  const players = await Promise.all(
    Array.from({ length: facts.children ?? 1 }, () => aPlayer(db, { accountId: visitor.accountId })),
  )
  const token = randomBytes(32).toString('base64url')
  // Also where a drill moves the clock of the site.
  const expiresAt = new Date('2099-01-01')
  await db.insert(signIns).values({ tokenHash: sha256(token), accountId: visitor.accountId, expiresAt })
  const cart = players.map(({ id }) => ({
    event: { id: 1, price: inDollars(priceCents), type: 'clinic' },
    player: { id },
    eventSession: { id: sessionId },
  }))

  async function call(path: string, body: object, key: string = crypto.randomUUID(), site = 0) {
    const response = await fetch(`http://localhost:${ports[site]}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `sign-in=${token}`, 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    return { status: response.status, answer: await response.json() }
  }
  return {
    accountId: visitor.accountId,
    players,
    email,
    cookie: `sign-in=${token}`,
    sessionId,
    call,
    checkOut: (payment: 'card' | 'later', site = 0, key?: string) =>
      call('/process-all-cart-items', { cart, payment }, key, site),
    pay: (transactionRequest: object, key?: string, site?: number) =>
      call(
        '/post-transaction',
        { ...transactionRequest, payment_method_nonce: facts.nonce ?? 'fake-valid-nonce' },
        key,
        site,
      ),
  }
}

/** Asks again and again until `read` gives something. */
export async function until<Result>(
  read: () => Promise<Result | undefined | false>,
  seconds: number,
  what: string,
) {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const result = await read()
    if (result) return result
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
