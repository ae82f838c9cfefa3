import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { startNginx } from '../../scripts/provision/nginx.mjs'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { events, sessions } from '../../web/app/events/events.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { addTown } from '../families.ts'
import { openGateway } from '../gateway/gateway-process.ts'
import { cpuSecondsWithChildren } from '../harness/cpu.ts'
import { openPostOffice } from '../harness/post-office.ts'
import { atLeast, atMost, expectThat, formatSpread, median, note, title } from '../harness/report.ts'
import { copyDatabase, makeDatabase, openSite } from '../site.ts'
import type { Press, Pressed, Rate, Visit, Visited } from './crowd-process.ts'

const visitors = { count: Number(process.env.BENCH_VISITORS ?? 5000), seconds: 5 }
const requests = 16_000
const rounds = 5
/** More families than two processes admit, and than there are places. */
const pressing = { count: 1500, sessions: 20, placesEach: 60 }
const places = pressing.sessions * pressing.placesEach
/** Concurrent checkouts of a process. */
const atOnce = 100

/** One event page through a cache and without it, then all checkouts at once. */
export async function measureCrowd() {
  const { url: databaseUrl, db, close } = await makeDatabase('crowd')
  const firstSession = await addTown(db, pressing.count, pressing.sessions)
  await db.update(sessions).set({ places: pressing.placesEach })
  const event = orNotFound((await db.select({ id: events.id, name: events.name }).from(events))[0])
  await logQueueRows(db)
  const [mail, gatewayUrl] = [await openPostOffice(), await copyDatabase('template1', 'crowd_gateway')]
  const gateway = await openGateway(gatewayUrl)
  const port = await freePort()
  const settings = {
    ...{ SITE_URL: `http://localhost:${port}`, TRUST_PROXY: '1' },
    ...{ SMTP_URL: mail.url, GATEWAY_URL: gateway.url },
  }
  const sites = [await openSite(databaseUrl, settings), await openSite(databaseUrl, settings)]
  const folder = mkdtempSync(join(tmpdir(), 'courtside-plain-'))
  const nginx = await startNginx({ port, sitePorts: sites.map(({ url }) => new URL(url).port), folder })
  const path = `/pages/clinic/${event.id}`
  const crowd = startCrowd()

  title(`${visitors.count} visitors ask for one event page within ${visitors.seconds} s`)
  const visit = { task: 'visit', text: event.name, ...visitors } as const
  showVisit('through the cache', await crowd<Visited>({ ...visit, pages: [nginx.url + path] }))
  const direct = sites.map((site) => site.url + path)
  showVisit('without it, at two processes', await crowd<Visited>({ ...visit, pages: direct }))

  title('A page that is kept, and a plain file of the same bytes, both from nginx')
  await compareWithPlainFile(crowd, nginx, path, folder, await packed(nginx.url + path))

  title(`${pressing.count} families press for ${places} places at once, half of them by card`)
  const press = { eventId: event.id, firstSession, ...pressing }
  const pressed = await crowd<Pressed>({ task: 'press', url: nginx.url, ...press })
  showPressed(pressed)
  await expectExact(db, gatewayUrl)
  crowd.close()
  await nginx.stop()
  for (const site of sites) await site.close()
  await gateway.close()
  mail.close()
  await close()
  rmSync(folder, { recursive: true })
}

type Crowd = ReturnType<typeof startCrowd>

/** In a child process, so that its CPU time is not the site's. */
function startCrowd() {
  const program = fileURLToPath(new URL('crowd-process.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The crowd gave up.')))
  ended.catch(() => undefined)
  const does = async <Seen>(task: Visit | Rate | Press): Promise<Seen> => {
    child.send(task)
    const [seen] = await Promise.race([once(child, 'message'), ended])
    return seen
  }
  return Object.assign(does, { close: () => child.disconnect() })
}

function showVisit(how: string, { millis, queued, failures, seconds }: Visited) {
  millis.sort((left, right) => left - right)
  const percentile = (share: number) => `${millis[Math.floor(share * (millis.length - 1))]?.toFixed(0)} ms`
  const detail = `${millis.length} of ${visitors.count} after ${seconds.toFixed(1)} s`
  const isSeen = failures.length === 0
  const firstFailure = `${failures.length} did, such as ${failures[0]}`
  expectThat(`${how}, all see the page and nobody an error`, isSeen, isSeen ? detail : firstFailure)
  note(
    `a page after ${percentile(0.5)} in the middle, ${percentile(0.99)} at the 99th of a hundred, ${percentile(1)} at most`,
  )
  note(`asked to wait, and loaded again: ${queued} times`)
}

async function packed(url: string): Promise<Buffer> {
  const asking = get(url, { headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip' } })
  const [answer] = await once(asking, 'response')
  return Buffer.concat(await answer.toArray())
}

async function compareWithPlainFile(
  crowd: Crowd,
  nginx: { url: string; pid: number },
  path: string,
  folder: string,
  bytes: Buffer,
) {
  writeFileSync(join(folder, 'page'), bytes)
  const measured = async (target: string) => {
    const before = cpuSecondsWithChildren(nginx.pid)
    const perSecond = await crowd<number>({ task: 'rate', url: nginx.url, path: target, count: requests })
    return { perSecond, work: cpuSecondsWithChildren(nginx.pid) - before }
  }
  const results = []
  await measured(path)
  while (results.length < rounds)
    results.push({ kept: await measured(path), plain: await measured('/plain/page') })
  const [cached, plain] = [results.map((round) => round.kept), results.map((round) => round.plain)]
  const ratios = results.map((round) => round.kept.perSecond / round.plain.perSecond)
  const rates = (runs: typeof cached) => `${formatSpread(runs.map(({ perSecond }) => perSecond))}/s`
  const detail = `${formatSpread(ratios, 2)} = ${rates(cached)} of ${rates(plain)}, ${bytes.length} bytes each`
  atLeast(0.5, 'a page from the cache', median(ratios), detail)
  const work = (runs: typeof cached) => (1_000_000 * median(runs.map((round) => round.work))) / requests
  const each = `${work(cached).toFixed(0)} µs, and ${work(plain).toFixed(0)} µs for the file`
  atMost(2, 'its work in nginx', work(cached) / work(plain), each)
}

function showPressed({ aheads, messages, ends, failures, millis }: Pressed) {
  const longest = Math.max(0, ...aheads.flat())
  expectThat(
    'more came than were worked at: they stood in line',
    aheads.length > 0,
    `${aheads.length}, up to ${longest} before them`,
  )
  const areWorded = messages.every((message) =>
    /^You are in line for the checkout\. .*(before you|next in line)\.$/.test(message),
  )
  expectThat('each was told so in words', areWorded, messages[0])
  const back = aheads.filter((positions) =>
    positions.some((ahead, at) => ahead > (positions[at - 1] ?? Number.POSITIVE_INFINITY)),
  )
  expectThat('nobody went back in line', back.length === 0, back[0]?.join(', '))
  expectThat('nobody saw an error', failures.length === 0, [...new Set(failures)].slice(0, 5).join('; '))
  const { registered, full } = ends
  const counts = `${registered} registered, ${full} told that the session is full, of ${pressing.count}`
  expectThat(
    'all end with their places or with the truth',
    registered === places && full === pressing.count - places,
    counts,
  )
  note(`the last has its answer after ${(Math.max(...millis) / 1000).toFixed(1)} s`)
}

/** Logs admissions: tickets are deleted afterwards. */
async function logQueueRows(db: Db) {
  await db.execute(sql`create table line (came_at timestamptz not null, admitted_at timestamptz not null)`)
  await db.execute(sql`create function keep_line() returns trigger language plpgsql as
    $$ begin insert into line values (new.came_at, new.admitted_at); return null; end $$`)
  await db.execute(sql`create trigger keep_line after update on tickets for each row
    when (new.admitted_at is not null) execute function keep_line()`)
}

/** Places and money are exact, and overtaking stays within the number of concurrent checkouts. */
async function expectExact(db: Db, gatewayUrl: string) {
  const { rows: lines } = (await db.execute(sql`select max((select count(*) from line before
    where before.came_at < own.came_at and before.admitted_at > own.admitted_at))::int as past, count(*)::int as all
    from line own`)) as unknown as { rows: { past: number; all: number }[] }
  const [line] = lines
  expectThat(
    'the order of the line was kept',
    (line?.past ?? atOnce) < atOnce,
    `${line?.all} were let in from it, none past more than ${line?.past} of those before it, where ${atOnce} may be at work`,
  )
  const { rows } =
    (await db.execute(sql`select count(*)::int as all, (count(*) filter (where due_cents = 0 and charge_id is null))::int as paid,
    (select sum(taken)::int from sessions) as taken from registrations where held_until is null`)) as unknown as {
      rows: { all: number; paid: number; taken: number }[]
    }
  const client = new pg.Client({ connectionString: gatewayUrl })
  await client.connect()
  const { rows: sales } = await client.query(
    'select count(*)::int as all, count(distinct order_id)::int as orders from transactions',
  )
  await client.end()
  const [ours, theirs] = [rows[0], sales[0]]
  const isExact =
    ours?.all === places && ours.taken === places && theirs.all === ours.paid && theirs.orders === ours.paid
  expectThat(
    'places and money are exact',
    isExact,
    `${ours?.all} places of ${places}, ${ours?.paid} paid by ${theirs.all} sales`,
  )
}
