import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { events } from '../web/app/events/events.tables.ts'
import { hashPassword } from '../web/app/people/accounts/passwords/passwords.server.ts'
import { secondsOfFamily, secondsOfWork } from './cpu.ts'
import type { Evening, Seen } from './evening-process.ts'
import { addTown } from './families.ts'
import { openGateway } from './gateway-process.ts'
import { openPostOffice } from './post-office.ts'
import { atMost, holds, note, title } from './report.ts'
import { copyDatabase, makeDatabase, openSite } from './site.ts'

const families = Number(process.env.BENCH_FAMILIES ?? 1000)
const password = 'four words of a bench'
/** From the first who comes to the last who has its order. */
const mostSeconds = 60
const pageMillis = 500
/** They come before the others, as the site has been up for days: what a process does first it does slowly. */
const early = 200
/** From the first who comes to the last who comes: it needs its order within the minute too, behind a gateway that takes 3 s. */
const spreadSeconds = mostSeconds * 0.9

/**
 * Registration opens: families of 300 networks log in, look, register and pay within a minute, at two processes, half of
 * them by card; then others while the gateway takes three seconds for each sale.
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
  const postmaster = await postmasterOf(url)
  const work = () => ({
    'the two sites': sites.reduce((sum, { pid = 0 }) => sum + secondsOfWork(pid), 0),
    PostgreSQL: secondsOfFamily(postmaster),
    'the gateway': secondsOfWork(gateway.pid ?? 0),
  })
  title(`${families} families register within ${mostSeconds} s, two processes`)
  const first = await comes({ ...evening, from: 1, count: early, seconds: 15 })
  note(
    `${early} before them, at processes that have just started: a page ${p99OfPages(first).toFixed(0)} ms, p99`,
  )
  holds('none of these saw an error', first.failures.length === 0, first.failures[0])
  await comeAndShow({ ...evening, from: early + 1 }, work)
  await expectExact(url, gatewayUrl, early + families)

  title('The same while the gateway takes 3 s for each sale')
  await delaySales(gateway.url, 3000)
  await comeAndShow({ ...evening, from: early + families + 1 }, work)
  await expectExact(url, gatewayUrl, early + 2 * families)
  for (const site of sites) await site.close()
  await gateway.close()
  mail.close()
  await close()
}

/** What they see, and what the machine does for each of them: a second of it is a second in which others wait. */
async function comeAndShow(evening: Evening, work: () => Record<string, number>) {
  const before = work()
  const seen = await comes(evening)
  const after = work()
  show(seen)
  const costs = Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)] as const)
  const told = [...costs, ['they themselves', seen.ownWork] as const]
  const perFamily = (seconds: number) => `${((1000 * seconds) / evening.count).toFixed(1)} ms`
  const sum = told.reduce((total, [, seconds]) => total + seconds, 0)
  const parts = told.map(([name, seconds]) => `${name} ${perFamily(seconds)}`)
  note(`work for each family: ${perFamily(sum)} (${parts.join(', ')})`)
}

/** The families come, in a process of their own. */
async function comes(evening: Evening): Promise<Seen> {
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
    const wait = (share: number) =>
      `${waits[Math.floor(share * (waits.length - 1))]?.toFixed(0)} ms`.padStart(8)
    note(`${wait(0.5)} in the middle, p99 ${wait(0.99)}, ${wait(1)} at most  ${name}`)
  }
  const p99 = p99OfPages(seen)
  atMost(
    1,
    'the time until all have their order',
    seconds / mostSeconds,
    `${seconds.toFixed(1)} of ${mostSeconds} s`,
  )
  atMost(1, 'a page, p99', p99 / pageMillis, `${p99.toFixed(0)} of ${pageMillis} ms`)
  holds('nobody saw an error', failures.length === 0, [...new Set(failures)].slice(0, 5).join('; '))
}

function p99OfPages({ millis }: Seen) {
  const pages = Object.entries(millis).flatMap(([name, waits]) => (name.startsWith('page:') ? waits : []))
  pages.sort((left, right) => left - right)
  return pages[Math.floor(0.99 * (pages.length - 1))] ?? Number.NaN
}

/** Each family has its place, half of them paid, and the gateway has sold to each of these once. */
async function expectExact(siteDatabase: string, gatewayDatabase: string, expected: number) {
  const registered =
    'select count(*)::int, (count(*) filter (where due_cents = 0 and charge_id is null))::int as paid from registrations where held_until is null'
  const [places] = await rowsOf(siteDatabase, registered)
  const [taken] = await rowsOf(siteDatabase, 'select sum(taken)::int as count from sessions')
  const [sales] = await rowsOf(
    gatewayDatabase,
    'select count(*)::int, count(distinct order_id)::int as paid from transactions',
  )
  const said = `${places?.count} places (${taken?.count} counted), ${places?.paid} paid, ${sales?.count} sales of ${sales?.paid} charges`
  const isExact =
    places?.count === expected &&
    taken?.count === expected &&
    places.paid === expected / 2 &&
    sales?.count === expected / 2
  holds('places and money are exact', isExact && sales?.paid === sales?.count, said)
}

/** The first process of the server; 0 where it is none of this machine's. */
export async function postmasterOf(url: string): Promise<number> {
  const [row] = await rowsOf(
    url,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as count`,
  )
  return row?.count ?? 0
}

async function rowsOf(url: string, text: string): Promise<{ count: number; paid: number }[]> {
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
