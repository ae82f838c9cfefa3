import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { events } from '../../web/app/events/events.tables.ts'
import { hashPassword } from '../../web/app/people/accounts/passwords/passwords.server.ts'
import { addTown } from '../families.ts'
import { openGateway } from '../gateway/gateway-process.ts'
import { cpuSeconds, cpuSecondsWithChildren } from '../harness/cpu.ts'
import { openPostOffice } from '../harness/post-office.ts'
import { atMost, expectThat, note, title } from '../harness/report.ts'
import { copyDatabase, makeDatabase, openSite } from '../site.ts'
import type { Evening, Seen } from './evening-process.ts'

const families = Number(process.env.BENCH_FAMILIES ?? 1000)
const password = 'four words of a bench'
/** From the first arrival to the last order. */
const mostSeconds = 60
const pageMillis = 500
/** Warm-up families: a site has been up for days. */
const early = 200
/** Arrivals: the last order must be within the minute too, with a gateway that takes 3 s. */
const spreadSeconds = mostSeconds * 0.9

/**
 * Families of 300 networks log in, look, register and pay within a minute at two processes, half of them by card; then
 * with a gateway that takes three seconds for a sale.
 */
export async function measureEvening() {
  const { url, db, close } = await makeDatabase('evening')
  const firstSession = await addTown(db, early + 2 * families, 20)
  await db.execute(sql`update accounts set password_hash = ${await hashPassword(password)}`)
  await db.execute(sql`delete from sign_ins`)
  const [event] = await db.select({ id: events.id }).from(events)
  const mail = await openPostOffice()
  const gatewayUrl = await copyDatabase('template1', 'evening_gateway')
  const gateway = await openGateway(gatewayUrl)
  const settings = { SMTP_URL: mail.url, GATEWAY_URL: gateway.url, TRUST_PROXY: '1' }
  const sites = [await openSite(url, settings), await openSite(url, settings)]
  const evening = {
    ...{
      urls: sites.map((site) => site.url),
      count: families,
      seconds: Number(process.env.BENCH_SPREAD ?? spreadSeconds),
      networks: 300,
    },
    ...{ password, eventId: event?.id ?? 0, firstSession, sessions: 20 },
  }
  const postmaster = await findPostmaster(url)
  const work = () => ({
    'the two sites': sites.reduce((sum, { pid = 0 }) => sum + cpuSeconds(pid), 0),
    PostgreSQL: cpuSecondsWithChildren(postmaster),
    'the gateway': cpuSeconds(gateway.pid ?? 0),
  })
  title(`${families} families register within ${mostSeconds} s, two processes`)
  const first = await runEvening({ ...evening, from: 1, count: early, seconds: 15 })
  note(
    `${early} before them, at processes that have just started: a page ${pagesP99(first).toFixed(0)} ms, p99`,
  )
  expectThat('none of these saw an error', first.failures.length === 0, first.failures[0])
  await runAndReport({ ...evening, from: early + 1 }, work)
  await expectExact(url, gatewayUrl, early + families)

  title('The same while the gateway takes 3 s for each sale')
  await delaySales(gateway.url, 3000)
  await runAndReport({ ...evening, from: early + families + 1 }, work)
  await expectExact(url, gatewayUrl, early + 2 * families)
  for (const site of sites) await site.close()
  await gateway.close()
  mail.close()
  await close()
}

/** Response times, and CPU seconds per family. */
async function runAndReport(evening: Evening, work: () => Record<string, number>) {
  const before = work()
  const seen = await runEvening(evening)
  const after = work()
  show(seen)
  const costs = Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)] as const)
  const lines = [...costs, ['they themselves', seen.clientWork] as const]
  const perFamily = (seconds: number) => `${((1000 * seconds) / evening.count).toFixed(1)} ms`
  const sum = lines.reduce((total, [, seconds]) => total + seconds, 0)
  const parts = lines.map(([name, seconds]) => `${name} ${perFamily(seconds)}`)
  note(`work for each family: ${perFamily(sum)} (${parts.join(', ')})`)
}

async function runEvening(evening: Evening): Promise<Seen> {
  const program = fileURLToPath(new URL('evening-process.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--import', 'tsx'] })
  child.send(evening)
  const [seen] = await once(child, 'message')
  child.disconnect()
  return seen
}

function show(seen: Seen) {
  const { millis, failures, seconds } = seen
  for (const [name, waits] of Object.entries(millis)) {
    waits.sort((left, right) => left - right)
    const percentile = (share: number) =>
      `${waits[Math.floor(share * (waits.length - 1))]?.toFixed(0)} ms`.padStart(8)
    note(`${percentile(0.5)} in the middle, p99 ${percentile(0.99)}, ${percentile(1)} at most  ${name}`)
  }
  const p99 = pagesP99(seen)
  atMost(
    1,
    'the time until all have their order',
    seconds / mostSeconds,
    `${seconds.toFixed(1)} of ${mostSeconds} s`,
  )
  atMost(1, 'a page, p99', p99 / pageMillis, `${p99.toFixed(0)} of ${pageMillis} ms`)
  expectThat('nobody saw an error', failures.length === 0, [...new Set(failures)].slice(0, 5).join('; '))
}

function pagesP99({ millis }: Seen) {
  const pages = Object.entries(millis).flatMap(([name, waits]) => (name.startsWith('page:') ? waits : []))
  pages.sort((left, right) => left - right)
  return pages[Math.floor(0.99 * (pages.length - 1))] ?? Number.NaN
}

/** Every place is given, half are paid, each by one sale. */
async function expectExact(siteDatabase: string, gatewayDatabase: string, expected: number) {
  const registered =
    'select count(*)::int, (count(*) filter (where due_cents = 0 and charge_id is null))::int as paid from registrations where held_until is null'
  const [places] = await countRows(siteDatabase, registered)
  const [taken] = await countRows(siteDatabase, 'select sum(taken)::int as count from sessions')
  const [sales] = await countRows(
    gatewayDatabase,
    'select count(*)::int, count(distinct order_id)::int as paid from transactions',
  )
  const counts = `${places?.count} places (${taken?.count} counted), ${places?.paid} paid, ${sales?.count} sales of ${sales?.paid} charges`
  const isExact =
    places?.count === expected &&
    taken?.count === expected &&
    places.paid === expected / 2 &&
    sales?.count === expected / 2
  expectThat('places and money are exact', isExact && sales?.paid === sales?.count, counts)
}

/** 0 when it runs on another machine. */
export async function findPostmaster(url: string): Promise<number> {
  const [row] = await countRows(
    url,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as count`,
  )
  return row?.count ?? 0
}

async function countRows(url: string, text: string): Promise<{ count: number; paid: number }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

async function delaySales(gatewayUrl: string, milliseconds: number) {
  const faults = [{ operation: 'sale', when: 'before', act: 'delay', milliseconds }]
  const answer = await fetch(`${gatewayUrl}/control/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ faults }),
  })
  if (!answer.ok) throw new Error(`The gateway took no faults: ${await answer.text()}`)
}
