import pg from 'pg'
import { inDollars } from '../web/app/platform/format/money.ts'
import { tokenOf } from './families.ts'
import { addRows, growing, small } from './growth-rows.ts'
import { openPostOffice } from './post-office.ts'
import { atMost, holds, medianOf, note, title } from './report.ts'
import { makeDatabase, openSite } from './site.ts'
import { openTap } from './tap.ts'

const sizes = { few: 1000, many: 1_000_000 }
const rounds = 60

type Ask = { name: string; path: string; body?: object; family?: number }
const year = new Date(Date.now() + 31 * 86_400_000).getFullYear()

/** What a family looks at, whose own rows are as many with few registrations as with many. */
function asks(playerId: string): Ask[] {
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

/** More of one family, and the desk as the second family sees it: looked at for their plans alone. */
const others = (playerId: string, meetingId: string): Ask[] => [
  { name: 'meetings', path: `/pages/family-players/${playerId}/meetings` },
  { name: 'own data', path: '/pages/account/data' },
  ...[
    ...['/desk/sessions/1', '/desk/message?to=sessions&session=1', `/desk/meetings/${meetingId}`],
    ...['/desk/families/1/money', '/desk/mails', '/desk/log', '/desk/team'],
  ].map((path) => ({ name: path, path, family: 2 })),
]

/** The pages of one family and the jobs, with a thousand registrations and with a million. */
export async function measureGrowth() {
  title(`Pages with ${sizes.few} and with ${sizes.many} registrations`)
  const [few, many] = [await siteWith(sizes.few), await siteWith(sizes.many)]
  for (const [index, few1] of few.asks.entries()) {
    const millis = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      millis.few.push(await timeOf(few.url, few1))
      millis.many.push(await timeOf(many.url, many.asks[index] ?? few1))
    }
    const [small, large] = [medianOf(millis.few), medianOf(millis.many)]
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
    asks: asks(player),
    others: others(player, meeting),
    close: site.close,
  }
}

async function timeOf(siteUrl: string, { path, body, family = 1 }: Ask): Promise<number> {
  const began = performance.now()
  const headers = { Cookie: `sign-in=${tokenOf(family)}`, 'Content-Type': 'application/json' }
  const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(siteUrl + path, { headers, ...request, redirect: 'manual' })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`)
  return performance.now() - began
}

/** Every plan of these pages, of the check of a cart and of the jobs, as PostgreSQL chose it for this very call. */
async function explain({ database, asks, others }: Awaited<ReturnType<typeof siteWith>>) {
  title(`Plans with ${sizes.many} registrations`)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows: tables } = await client.query(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const unnamed = tables.filter(({ name }) => ![...growing, ...small].includes(name))
  holds(
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
  // With keys of Braintree the demo's own jobs are not at work, and nothing is open that would be asked for.
  const site = await openSite(tap.url, {
    SMTP_URL: mail.url,
    GATEWAY_ENVIRONMENT: 'sandbox',
    GATEWAY_TOKENIZATION_KEY: 'sandbox_bench_merchant',
  })
  // The jobs begin with the site.
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const plans = new Map([['jobs', tap.takeNotices()]])
  for (const each of [...asks, ...others]) {
    await timeOf(site.url, each)
    plans.set(each.name, tap.takeNotices())
  }
  await site.close()
  tap.close()
  mail.close()
  for (const [name, own] of plans) for (const plan of new Set(own.map(shapeOf))) note(`${name}: ${plan}\n`)
  const all = [...plans].flatMap(([name, own]) => own.map((plan) => ({ name, plan })))
  holds(
    'plans were seen of every page and of the jobs',
    [...plans.values()].every((own) => own.length > 0),
  )
  const whole = all
    .filter(({ plan }) => readsWhole(plan))
    .map(({ name, plan }) => `${name}: ${shapeOf(plan)}`)
  holds(
    'no plan reads a table that grows from end to end',
    whole.length === 0,
    [...new Set(whole)].join('\n'),
  )
}

const readsWhole = (plan: string) =>
  growing.some((table) => new RegExp(`Seq Scan on (public\\.)?${table}\\b`).test(plan))

/** The statement on one line, and its plan without figures. */
function shapeOf(notice: string): string {
  const [, text = '', plan = ''] = /Query Text: ([\s\S]*?)\n(\S*.*\(cost[\s\S]*)/.exec(notice) ?? []
  return `${text.replace(/\s+/g, ' ').slice(0, 160)}\n${plan.replace(/ \(cost=[^)]*\)/g, '')}`
}
