import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { runPgbench, type Script } from '../harness/pgbench.ts'
import { atLeast, formatSpread, median, note, title } from '../harness/report.ts'
import { openTap, type Statement } from '../harness/tap.ts'
import { copyDatabase } from '../site.ts'
import { measuredSales, openGateway, orderId, sell } from './gateway-process.ts'

const parallel = 32
const connections = 10
const rounds = 3
const sales = 1500
/** pgbench needs more of them. */
const pgbenchSales = 8000

/** Sales a second of the server API, against PostgreSQL with the equal statements. */
export async function measureGateway() {
  const url = await copyDatabase('template1', 'gateway')
  const script = await countSaleStatements(url)
  const alone = await copyDatabase('gateway', 'gateway_alone')

  title(`Sales a second through the server API: ${parallel} callers, one process; and pgbench`)
  const gateway = await openGateway(url)
  const folder = mkdtempSync(join(tmpdir(), 'courtside-pgbench-'))
  const each = pgbenchSales / connections
  let from = 1
  const round = async () => {
    const ours = await measuredSales(gateway.url, { from, count: sales, parallel })
    const place = { url: alone, folder, connections, each, from: from * 10, firstSession: 0, sessions: 1 }
    from += sales
    return { ...ours, theirs: await runPgbench(script, place) }
  }
  await round()
  const results = [await round()]
  while (results.length < rounds) results.push(await round())
  await gateway.close()
  rmSync(folder, { recursive: true })

  const [ours, theirs] = [results.map(({ rate }) => rate), results.map((result) => result.theirs)]
  const ratios = results.map((result) => result.rate / result.theirs)
  const waits = results.flatMap(({ millis }) => millis).sort((left, right) => left - right)
  const percentile = (share: number) => `${waits[Math.floor(share * (waits.length - 1))]?.toFixed(0)} ms`
  const detail = `${formatSpread(ratios, 2)} = ${formatSpread(ours)}/s of pgbench's ${formatSpread(theirs)}/s`
  atLeast(0.1, 'sales through the server API', median(ratios), detail)
  note(`a caller waits ${percentile(0.5)} in the middle, p99 ${percentile(0.99)}, ${percentile(1)} at most`)
}

/** Records one sale's statements as a pgbench script. */
async function countSaleStatements(url: string): Promise<Script> {
  const tap = await openTap(url)
  const gateway = await openGateway(tap.url)
  const heard: { id: string; statements: Statement[] }[] = []
  while (heard.length < 6) {
    tap.take()
    const id = await sell(gateway.url, -1)
    heard.push({ id, statements: tap.take() })
  }
  await gateway.close()
  tap.close()
  // The first fills caches; background work can only add statements.
  const [quietest] = heard.slice(1).sort((left, right) => left.statements.length - right.statements.length)
  const { id, statements } = orNotFound(quietest)
  title('Statements of one sale, on the wire (BEGIN and COMMIT are counted)')
  for (const { text } of statements) note(text.replace(/\s+/g, ' ').slice(0, 96))
  return toScript(statements, id)
}

/** Each run gets a new id and order; other values are parameters. */
function toScript(statements: Statement[], id: string): Script {
  const constants: Record<string, string> = {}
  const toExpression = (value: string | null | undefined, name: string) => {
    if (value === null || value === undefined) return 'null'
    if (value === id) return `('sale' || :n::int)`
    if (value === orderId(-1)) return `('order ' || :n::int)`
    constants[name] = value
    return `:${name}`
  }
  const lines = statements.map(
    ({ text, values }, index) =>
      `${text
        .replace(/;\s*$/, '')
        .replace(/\s+/g, ' ')
        .replace(/\$(\d+)/g, (_, k) => toExpression(values[k - 1], `c${index}_${k}`))};`,
  )
  const numbering = ['\\set n :from + :client_id * :each + :i', '\\set i :i + 1']
  return { text: `${[...numbering, ...lines].join('\n')}\n`, constants }
}
