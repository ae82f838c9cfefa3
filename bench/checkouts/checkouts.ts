import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { addTown } from '../families.ts'
import { runPgbench, type Script } from '../harness/pgbench.ts'
import { openPostOffice } from '../harness/post-office.ts'
import { atLeast, formatSpread, median, note, title } from '../harness/report.ts'
import { copyDatabase, makeDatabase, openSite, untilMailIsSent } from '../site.ts'
import { countStatements } from './count-statements.ts'
import { type Parents, startParents } from './parents.ts'

const parallel = 32
const connections = 10
const rounds = 3
const checkouts = 1200
/** Families of one round; pgbench needs more of them. */
const families = 4000
const loads = [
  { name: 'spread over 200 sessions', sessions: 200, least: 0.3 },
  { name: 'on one hot session', sessions: 1, least: 0.4 },
]
type Result = { ours: number; theirs: number; millis: number[] }

/** Families that register and pay later, against pgbench with the equal statements (checkout.sql). */
export async function measureCheckouts() {
  const { url, db, close } = await makeDatabase('town')
  const firstSession = await addTown(db, (1 + loads.length * rounds) * families + 1, 200)
  await close()
  const [alone, counted] = [await copyDatabase('town', 'alone'), await copyDatabase('town', 'counted')]
  const [mail, parents] = [await openPostOffice(), startParents()]
  await countStatements(counted, mail, parents, { firstSession, sessions: 200, parallel })
  const script = await yardstick(counted)

  title(`Checkouts a second: ${parallel} parents, one process, until the last mail is sent; and pgbench`)
  const site = await openSite(url, { SMTP_URL: mail.url, DATABASE_POOL: String(connections) })
  const folder = mkdtempSync(join(tmpdir(), 'courtside-pgbench-'))
  let from = 1
  /** The site first, then pgbench, each with new families. */
  const round = async (sessions: number): Promise<Result> => {
    const load = { firstSession, sessions, from }
    from += families
    const { rate, millis } = await checkOut(parents, { ...load, siteUrl: site.url, databaseUrl: url })
    const each = families / connections
    return {
      ours: rate,
      millis,
      theirs: await runPgbench(script, { ...load, url: alone, folder, connections, each }),
    }
  }
  await round(200)
  for (const { name, sessions, least } of loads) {
    const results: Result[] = []
    while (results.length < rounds) results.push(await round(sessions))
    show(name, least, results)
  }
  await site.close()
  parents.close()
  mail.close()
  rmSync(folder, { recursive: true })
}

/** Copies a mail that the site wrote. */
async function yardstick(databaseUrl: string): Promise<Script> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select text, html from mails limit 1')
  await client.end()
  return {
    text: readFileSync(new URL('checkout.sql', import.meta.url), 'utf8'),
    constants: orNotFound(rows[0]),
  }
}

async function checkOut(
  parents: Parents,
  site: { siteUrl: string; databaseUrl: string; firstSession: number; sessions: number; from: number },
) {
  const { siteUrl, databaseUrl, ...load } = site
  const began = performance.now()
  const millis = await parents.checkOut({ ...load, url: siteUrl, count: checkouts, parallel })
  await untilMailIsSent(databaseUrl)
  return { rate: (1000 * checkouts) / (performance.now() - began), millis }
}

function show(name: string, least: number, results: Result[]) {
  const ratios = results.map(({ ours, theirs }) => ours / theirs)
  const [ours, theirs] = [results.map((result) => result.ours), results.map((result) => result.theirs)]
  const waits = results.flatMap(({ millis }) => millis).sort((left, right) => left - right)
  const percentile = (share: number) => `${waits[Math.floor(share * (waits.length - 1))]?.toFixed(0)} ms`
  atLeast(
    least,
    name,
    median(ratios),
    `${formatSpread(ratios, 2)} = ${formatSpread(ours)}/s of pgbench's ${formatSpread(theirs)}/s`,
  )
  note(
    `a parent waits ${percentile(0.5)} in the middle, ${percentile(0.95)} at the 95th of a hundred, ${percentile(1)} at most`,
  )
}
