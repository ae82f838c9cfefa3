import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { serviceSettings, startSandbox, startSite } from '../../scripts/services.mjs'
import { limits } from '../../web/test/builders/limits.ts'
import { administer, databaseAt } from '../../web/test/harness/template.ts'

/** Starts the built site and the sandbox for all journeys, on free ports, with a database of their own. */
export default async function openWorld() {
  const cluster = process.env.TEST_DATABASE_URL
  if (!cluster) throw new Error('The journeys need PostgreSQL: run them with npm run e2e.')
  const folder = mkdtempSync(join(tmpdir(), 'courtside-e2e-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const [ofSite, ofSandbox] = [`site_${process.pid}`, `sandbox_${process.pid}`]
  for (const name of [ofSite, ofSandbox]) await administer(cluster, `create database ${name}`)
  const env = serviceSettings({
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: folder,
    DATABASE_URL: databaseAt(cluster, ofSite),
    SANDBOX_DATABASE_URL: databaseAt(cluster, ofSandbox),
    // All journeys come from one network, and many cards are declined in them.
    ...limits({ declinesPerNetwork: 1000, declinesForAlarm: 1000, cardFormsPerHour: 1000 }),
  })
  const log = join(folder, 'site.log')
  const services = [
    startSandbox(env, openSync(join(folder, 'sandbox.log'), 'a')),
    startSite(env, openSync(log, 'a')),
  ]
  await Promise.all(services.map(({ untilReady }) => untilReady()))
  Object.assign(process.env, {
    E2E_SITE: `http://localhost:${port}`,
    E2E_SANDBOX: `http://127.0.0.1:${sandboxPort}`,
    E2E_DATABASE_URL: env.DATABASE_URL,
    E2E_SITE_LOG: log,
  })
  return async () => {
    await Promise.all(services.map(({ stop }) => stop()))
    for (const name of [ofSite, ofSandbox]) await administer(cluster, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
}
