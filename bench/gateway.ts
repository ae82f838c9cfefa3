import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { found } from '../web/app/platform/refusal.ts'
import { measuredSales, openGateway, orderOf, sell } from './gateway-process.ts'
import { runPgbench, type Script } from './pgbench.ts'
import { atLeast, medianOf, note, spreadOf, title } from './report.ts'
import { copyDatabase } from './site.ts'
import { openTap, type Statement } from './tap.ts'

const parallel = 32
const connections = 10
const rounds = 3
const sales = 1500
/** pgbench needs more of them. */
const pgbenchSales = 8000

/** How many sales a second the sandbox's server API does, against how often PostgreSQL alone can do the same statements. */
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
  const wait = (share: number) => `${waits[Math.floor(share * (waits.length - 1))]?.toFixed(0)} ms`
  const detail = `${spreadOf(ratios, 2)} = ${spreadOf(ours)}/s of pgbench's ${spreadOf(theirs)}/s`
  atLeast(0.1, 'sales through the server API', medianOf(ratios), detail)
  note(`a caller waits ${wait(0.5)} in the middle, p99 ${wait(0.99)}, ${wait(1)} at most`)
}

/** Hears the statements of one sale on the wire, and makes pgbench's script of them. */
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
  // The first fills caches, and what runs beside the requests can only add to one of them.
  const [quietest] = heard.slice(1).sort((left, right) => left.statements.length - right.statements.length)
  const { id, statements } = found(quietest)
  title('Statements of one sale, on the wire (BEGIN and COMMIT are counted)')
  for (const { text } of statements) note(text.replace(/\s+/g, ' ').slice(0, 96))
  return scriptOf(statements, id)
}

/** The same statements with a new id and order in each run; all other values are parameters too. */
function scriptOf(statements: Statement[], id: string): Script {
  const constants: Record<string, string> = {}
  const expressionOf = (value: string | null | undefined, name: string) => {
    if (value === null || value === undefined) return 'null'
    if (value === id) return `('sale' || :n::int)`
    if (value === orderOf(-1)) return `('order ' || :n::int)`
    constants[name] = value
    return `:${name}`
  }
  const lines = statements.map(
    ({ text, values }, index) =>
      `${text
        .replace(/;\s*$/, '')
        .replace(/\s+/g, ' ')
        .replace(/\$(\d+)/g, (_, k) => expressionOf(values[k - 1], `c${index}_${k}`))};`,
  )
  const numbering = ['\\set n :from + :client_id * :each + :i', '\\set i :i + 1']
  return { text: `${[...numbering, ...lines].join('\n')}\n`, constants }
}
