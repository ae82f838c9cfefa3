import { Agent } from 'node:http'
import pg from 'pg'
import { inDollars } from '../../web/app/platform/format/money.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { familyFields, familyToken, priceCents } from '../families.ts'
import { ask } from '../harness/ask.ts'
import { openTap } from '../harness/tap.ts'
import type { openSite } from '../site.ts'

type Build = { url: string; firstSession: number; openSite: typeof openSite }
export type Counted = { statements: number; rows: Record<string, number> }

/** A card payment, and the later payment of two places. */
export async function countPayments(
  { url, firstSession, openSite }: Build,
  gatewayUrl: string,
  families: number[],
): Promise<Record<'card' | 'pay all', Counted>> {
  const tap = await openTap(url)
  const site = await openSite(tap.url, { GATEWAY_URL: gatewayUrl })
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const agent = new Agent({ keepAlive: true })
  const call = async (n: number, path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Cookie: `sign-in=${familyToken(n)}` }
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const text = JSON.stringify(body)
    const answer = await ask(`${site.url}/api${path}`, {
      agent,
      method: 'POST',
      headers: { ...headers, ...key },
      text,
    })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const checkOut = (n: number, payment: 'card' | 'later', offsets: number[]) =>
    call(n, '/process-all-cart-items', {
      payment,
      cart: offsets.map((offset) => ({
        event: { id: 1, price: inDollars(priceCents), type: 'clinic' },
        player: { id: familyFields.id.inJs(n) },
        eventSession: { id: firstSession + offset },
      })),
    })
  const pay = (n: number, { transaction_request }: { transaction_request: object }) =>
    call(n, '/post-transaction', { ...transaction_request, payment_method_nonce: 'fake-valid-nonce' })
  const counted = async (act: () => Promise<unknown>): Promise<Counted> => {
    const { rows } = await database.query('select pg_current_xact_id()::text as id')
    tap.take()
    await act()
    return { statements: tap.take().length, rows: await writtenSince(database, rows[0].id) }
  }
  const [cards, alls]: [Counted[], Counted[]] = [[], []]
  for (const n of families) {
    cards.push(await counted(async () => pay(n, await checkOut(n, 'card', [0]))))
    const later = await checkOut(n, 'later', [1, 2])
    alls.push(await counted(() => pay(n, later)))
  }
  agent.destroy()
  await database.end()
  await site.close()
  tap.close()
  return { card: least(cards), 'pay all': least(alls) }
}

/** Background work can only add statements. */
const least = (all: Counted[]) => orNotFound(all.sort((left, right) => left.statements - right.statements)[0])

/** Written rows by table. */
async function writtenSince(database: pg.Client, id: string) {
  const { rows: tables } = await database.query(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await database.query(
      `select count(*)::int as many from "${name}" where xmin::text::bigint >= $1`,
      [id],
    )
    if (rows[0].many > 0) counts[name] = rows[0].many
  }
  return counts
}
