import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import * as ourFamilies from '../families.ts'
import { openGateway } from '../gateway/gateway-process.ts'
import { openPostOffice } from '../harness/post-office.ts'
import { atLeast, atMost, formatSpread, median, note, title } from '../harness/report.ts'
import { openTap } from '../harness/tap.ts'
import * as ourSite from '../site.ts'
import { type Parents, startParents } from './parents.ts'
import { countPayments } from './payments.ts'

const parallel = 32
const rounds = 5
const checkouts = 1000
const loads = [
  { name: 'spread over 200 sessions', sessions: 200 },
  { name: 'on one hot session', sessions: 1 },
  { name: 'on one hot session, for which 200 families of ours wait', sessions: 1, waiting: 200 },
]
/** Families inspected before the rounds. */
const watched = [21, 22, 23, 24, 25]
const payers = [31, 32, 33]
const firstFamily = 100

/** A build with a database made by its own sources. */
type Build = { name: string; url: string; firstSession: number; openSite: typeof ourSite.openSite }

/** Alternates with the build in the folder BENCH_BESIDE. */
export async function compareBuilds() {
  const folder = process.env.BENCH_BESIDE
  if (!folder) throw new Error('BENCH_BESIDE names no folder: that of another build to measure beside.')
  const sources = async <Module>(name: string) =>
    (await import(pathToFileURL(resolve(folder, 'bench', name)).href)) as Module
  const [theirSite, theirFamilies] = [
    await sources<typeof ourSite>('site.ts'),
    await sources<typeof ourFamilies>('families.ts'),
  ]
  const builds = [
    await aTown('ours', ourSite, ourFamilies),
    await aTown('theirs', theirSite, theirFamilies),
  ] as const
  const [mail, parents] = [await openPostOffice(), startParents()]

  title('One checkout of ours, and of the other build')
  const [ours, theirs] = [
    await inspectCheckout(builds[0], parents),
    await inspectCheckout(builds[1], parents),
  ]
  atMost(1, 'statements', ours.statements / theirs.statements, `${ours.statements} and ${theirs.statements}`)
  atMost(
    1,
    'locked rows',
    ours.locked.length / theirs.locked.length,
    `${ours.locked.join(', ')} and ${theirs.locked.join(', ')}`,
  )
  note(`rows written: ${ours.written.join(', ')}`)
  note(`the other:    ${theirs.written.join(', ')}`)

  const gateway = await openGateway(await ourSite.copyDatabase('template1', 'beside_gateway'))
  const [paid, theirPaid] = [
    await countPayments(builds[0], gateway.url, payers),
    await countPayments(builds[1], gateway.url, payers),
  ]
  await gateway.close()
  title('One card payment, from the press on; and the payment of two places that were to be paid later')
  for (const what of ['card', 'pay all'] as const) {
    const [ours, other] = [paid[what], theirPaid[what]]
    atMost(
      1,
      `statements, ${what}`,
      ours.statements / other.statements,
      `${ours.statements} and ${other.statements}`,
    )
    note(`rows written: ${listRows(ours.rows)}; the other: ${listRows(other.rows)}`)
  }

  title(`Checkouts a second: ${parallel} parents, until the last mail is sent; ${rounds} rounds by turns`)
  const sites = await Promise.all(builds.map(({ url, openSite }) => openSite(url, { SMTP_URL: mail.url })))
  let from = firstFamily
  const round = async (sessions: number, order: (0 | 1)[]) => {
    const rates = [0, 0]
    for (const at of order)
      rates[at] = await measureRate(builds[at], orNotFound(sites[at]).url, parents, { sessions, from })
    from += checkouts
    return { ours: rates[0] ?? 0, theirs: rates[1] ?? 0 }
  }
  await round(200, [0, 1])
  for (const { name, sessions, waiting } of loads) {
    if (waiting) await addLine(builds[0], waiting)
    const results = []
    while (results.length < rounds) results.push(await round(sessions, results.length % 2 ? [0, 1] : [1, 0]))
    const ratios = results.map((result) => result.ours / result.theirs)
    const [ours, other] = [results.map((result) => result.ours), results.map((result) => result.theirs)]
    atLeast(
      0.9,
      name,
      median(ratios),
      `${formatSpread(ratios, 2)} = ${formatSpread(ours)}/s of the other's ${formatSpread(other)}/s`,
    )
  }
  for (const site of sites) await site.close()
  parents.close()
  mail.close()
}

const listRows = (rows: Record<string, number>) =>
  Object.entries(rows)
    .map(([table, many]) => `${many} ${table}`)
    .join(', ')

async function aTown(
  name: string,
  { makeDatabase, openSite }: Pick<typeof ourSite, 'makeDatabase' | 'openSite'>,
  { addTown }: Pick<typeof ourFamilies, 'addTown'>,
): Promise<Build> {
  const { url, db, close } = await makeDatabase(name)
  const firstSession = await addTown(db, firstFamily + (1 + loads.length * rounds) * checkouts, 200)
  await close()
  return { name, url, firstSession, openSite }
}

/** A waiting list for a session that begins tomorrow: from then on no place of it is offered. */
async function addLine({ url, firstSession }: Build, families: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `with child as (select distinct on (account_id) account_id, id from people where role = 'family' limit $2::int),
      entry as (insert into waiting_entries (account_id, session_id, turn)
        select account_id, $1::int, row_number() over () from child returning id, account_id)
    insert into waiting_players (entry_id, person_id, session_id)
    select entry.id, child.id, $1::int from entry join child using (account_id)`,
    [firstSession, families],
  )
  await client.query(
    `update sessions set waiting = $2::int, starts_on = now()::date + 1, ends_on = now()::date + 1 where id = $1::int`,
    [firstSession, families],
  )
  await client.end()
}

async function measureRate(
  { url, firstSession }: Build,
  siteUrl: string,
  parents: Parents,
  load: { sessions: number; from: number },
) {
  const began = performance.now()
  await parents.checkOut({ ...load, url: siteUrl, firstSession, count: checkouts, parallel })
  await ourSite.untilMailIsSent(url)
  return (1000 * checkouts) / (performance.now() - began)
}

/** Statements on the wire, and locked and written rows by table. */
async function inspectCheckout({ url, firstSession, openSite }: Build, parents: Parents) {
  const tap = await openTap(url)
  const site = await openSite(tap.url)
  const load = { url: site.url, firstSession, sessions: 200, parallel }
  await parents.checkOut({ ...load, from: 1, count: 20 })
  tap.take()
  const counts: number[] = []
  for (const from of watched) {
    await parents.checkOut({ ...load, from, count: 1 })
    counts.push(tap.take().length)
  }
  await site.close()
  tap.close()
  // Background work can only add statements.
  return { statements: Math.min(...counts), ...(await readTouchedRows(url, orNotFound(watched.at(-1)))) }
}

/** xmax is the row's locker, xmin its writer. */
async function readTouchedRows(url: string, family: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const key = ourFamilies.familyFields.idempotencyKey.inJs(family)
  const { rows: made } = await client.query(
    'select xmin::text as by from orders where idempotency_key = $1',
    [key],
  )
  const { by } = orNotFound(made[0])
  const { rows: tables } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const [locked, written]: [string[], string[]] = [[], []]
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select xmin::text = $1 as written from "${name}" where $1 in (xmin::text, xmax::text)`,
      [by],
    )
    for (const row of rows) (row.written ? written : locked).push(name)
  }
  await client.end()
  return { locked: locked.sort(), written: written.sort() }
}
