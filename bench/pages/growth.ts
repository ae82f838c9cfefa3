import pg from 'pg'
import { inDollars } from '../../web/app/platform/format/money.ts'
import { familyToken } from '../families.ts'
import { openPostOffice } from '../harness/post-office.ts'
import { atMost, expectThat, median, note, title } from '../harness/report.ts'
import { openTap } from '../harness/tap.ts'
import { makeDatabase, openSite } from '../site.ts'
import { addRows, growing, small } from './growth-rows.ts'

const sizes = { few: 1000, many: 1_000_000 }
const rounds = 60

type PageRequest = { name: string; path: string; body?: object; family?: number }
const year = new Date(Date.now() + 31 * 86_400_000).getFullYear()

/** Pages of a family with a constant number of rows. */
function listRequests(playerId: string): PageRequest[] {
  const cart = [5, 6].map((id) => ({
    event: { id: 1, price: inDollars(18_000), type: 'clinic' },
    player: { id: playerId },
    eventSession: { id },
  }))
  return [
    { name: 'history', path: `/pages/registration-history?year=${year}` },
    { name: 'event', path: '/pages/clinic/1' },
    { name: 'cart page', path: '/pages/cart' },
    { name: 'cart check', path: '/api/check-all-cart-items', body: { cart } },
    { name: 'season', path: '/' },
    { name: 'players', path: '/pages/family-players' },
  ]
}

/** Further pages and the desk: only their plans are examined. */
const others = (playerId: string, meetingId: string): PageRequest[] => [
  { name: 'meetings', path: `/pages/family-players/${playerId}/meetings` },
  { name: 'own data', path: '/pages/account/data' },
  ...[
    ...['/desk/sessions/1', '/desk/message?to=sessions&session=1', `/desk/meetings/${meetingId}`],
    ...['/desk/families/1/money', '/desk/mails', '/desk/log', '/desk/team'],
  ].map((path) => ({ name: path, path, family: 2 })),
]

/** With a thousand and with a million registrations. */
export async function measureGrowth() {
  title(`Pages with ${sizes.few} and with ${sizes.many} registrations`)
  const [few, many] = [await siteWith(sizes.few), await siteWith(sizes.many)]
  for (const [index, few1] of few.requests.entries()) {
    const millis = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      millis.few.push(await measureMillis(few.url, few1))
      millis.many.push(await measureMillis(many.url, many.requests[index] ?? few1))
    }
    const [small, large] = [median(millis.few), median(millis.many)]
    atMost(1.5, few1.name, large / small, `${large.toFixed(1)} ms, of ${small.toFixed(1)} ms`)
  }
  await few.close()
  await explain(many)
  await many.close()
}

async function siteWith(registrations: number) {
  const name = `rows_${registrations}`
  const { url, db, close } = await makeDatabase(name)
  await addRows({ db, url }, registrations)
  const { rows } = (await db.execute(
    `select registrations.person_id as player, meetings.id as meeting from registrations, meetings
     where registrations.id = 1 and meetings.session_id = registrations.session_id order by meetings.day limit 1`,
  )) as unknown as { rows: { player: string; meeting: string }[] }
  await close()
  const { player = '', meeting = '' } = rows[0] ?? {}
  const site = await openSite(url)
  return {
    url: site.url,
    database: { name, url },
    requests: listRequests(player),
    others: others(player, meeting),
    close: site.close,
  }
}

async function measureMillis(siteUrl: string, { path, body, family = 1 }: PageRequest): Promise<number> {
  const began = performance.now()
  const headers = { Cookie: `sign-in=${familyToken(family)}`, 'Content-Type': 'application/json' }
  const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(siteUrl + path, { headers, ...request, redirect: 'manual' })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`)
  return performance.now() - began
}

/** Plans from auto_explain, for the pages, a cart's check and the jobs. */
async function explain({ database, requests, others }: Awaited<ReturnType<typeof siteWith>>) {
  title(`Plans with ${sizes.many} registrations`)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows: tables } = await client.query(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const unnamed = tables.filter(({ name }) => ![...growing, ...small].includes(name))
  expectThat(
    'of every table is said whether it grows',
    unnamed.length === 0,
    unnamed.map(({ name }) => name).join(', '),
  )
  for (const [setting, value] of [
    ['session_preload_libraries', 'auto_explain'],
    ['auto_explain.log_min_duration', '0'],
    ['auto_explain.log_level', 'notice'],
    ['auto_explain.log_nested_statements', 'on'],
  ])
    await client.query(`alter database ${database.name} set ${setting} = '${value}'`)
  await client.end()
  const [mail, tap] = [await openPostOffice(), await openTap(database.url)]
  // With Braintree's keys the demo's jobs do not run, and no charge is open.
  const site = await openSite(tap.url, {
    SMTP_URL: mail.url,
    GATEWAY_ENVIRONMENT: 'sandbox',
    GATEWAY_TOKENIZATION_KEY: 'sandbox_bench_merchant',
  })
  // Jobs start with the site.
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const plans = new Map([['jobs', tap.takeNotices()]])
  for (const each of [...requests, ...others]) {
    await measureMillis(site.url, each)
    plans.set(each.name, tap.takeNotices())
  }
  await site.close()
  tap.close()
  mail.close()
  for (const [name, plansOfOne] of plans)
    for (const plan of new Set(plansOfOne.map(planShape))) note(`${name}: ${plan}\n`)
  const all = [...plans].flatMap(([name, plansOfOne]) => plansOfOne.map((plan) => ({ name, plan })))
  expectThat(
    'plans were seen of every page and of the jobs',
    [...plans.values()].every((plansOfOne) => plansOfOne.length > 0),
  )
  const whole = all
    .filter(({ plan }) => readsWhole(plan))
    .map(({ name, plan }) => `${name}: ${planShape(plan)}`)
  expectThat(
    'no plan reads a table that grows from end to end',
    whole.length === 0,
    [...new Set(whole)].join('\n'),
  )
}

const readsWhole = (plan: string) =>
  growing.some((table) => new RegExp(`Seq Scan on (public\\.)?${table}\\b`).test(plan))

/** Normalised: the statement on one line, the plan without figures. */
function planShape(notice: string): string {
  const [, text = '', plan = ''] = /Query Text: ([\s\S]*?)\n(\S*.*\(cost[\s\S]*)/.exec(notice) ?? []
  return `${text.replace(/\s+/g, ' ').slice(0, 160)}\n${plan.replace(/ \(cost=[^)]*\)/g, '')}`
}
