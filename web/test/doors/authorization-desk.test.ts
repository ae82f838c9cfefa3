import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { secondStepHours } from '#team/member.server.ts'
import { memberRoles } from '#team/team.tables.ts'
import { askingAndUndoing } from '../builders/ask-and-undo.ts'
import { aMember, timeZone } from '../builders/builders.ts'
import { test } from '../harness/database.ts'
import { type Answer, aSiteBehindAProxy, formType, jsonType, publicDemo } from '../harness/http-client.ts'
import { aWorld } from '../harness/world.ts'
import { deskDoors, deskOperations, deskPages } from './authorization-desk.ts'
import { askers, deskAskers, familyWords, noDeskIds } from './desk-askers.ts'

const slow = { timeout: 240_000 }
const inPage = (path: string) => path.replace(/(?=\?|$)/, '.data')

const isNo = (said: string) => ['no', 'lost', 'login'].includes(said)

/** How many rows of the database this transaction has written. */
async function writesOf(tx: Db): Promise<number> {
  const [written] = await tx
    .select({ rows: sql<number>`coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int` })
    .from(sql`pg_stat_xact_user_tables`)
  return written?.rows ?? 0
}

function saidBy({ status, headers, text }: Answer, path: string): string {
  const to = headers.location ?? /"redirect","([^"]+)"/.exec(text)?.[1]
  if (to === `/pages/login?notice=signed-out&next=${encodeURIComponent(path)}`) return 'login'
  if (to) return to
  const hasNames = familyWords.some((word) => text.includes(word))
  if (status === 403 || status === 404) {
    const said = status === 403 ? 'no' : 'lost'
    return hasNames ? `${said}, but with names` : said
  }
  if (status >= 300) return String(status)
  return hasNames ? 'names' : 'open'
}

/** The answer without what differs each time, and without what was sent. */
function plainText({ status, text }: Answer, path: string, named: (string | number)[]) {
  const withoutNonces = text.replaceAll(/nonce(=|\\?":\\?)"[\w+/=]+\\?"/g, '')
  // A short number stands in many a word of a page.
  const names = named.map(String).filter((id) => id.length > 4)
  const sent = [path, encodeURIComponent(path), ...names]
  return `${status} ${sent.reduce((plain, part) => plain.replaceAll(part, 'SENT'), withoutNonces)}`
}

async function aDesk(db: Db) {
  const world = aWorld(db, { ...publicDemo, DESK_KEY: 'a key of the desk for tests, 32 letters' })
  const { tokens, ids } = await deskAskers(world)
  const site = await aSiteBehindAProxy(world)
  const headersOf = (token: string | undefined): Record<string, string> =>
    token ? { Cookie: `__Host-sign-in=${token}` } : {}
  return { ...site, ids, tokens, headersOf, askAndUndo: askingAndUndoing(world, site.ask) }
}

test(
  'at the desk everybody gets what their roles open, as page, data and form, and nobody else learns what exists',
  slow,
  async ({ db }) => {
    const { ids, tokens, headersOf, ask, askAndUndo, close } = await aDesk(db)
    const noIds = noDeskIds()
    const named = [...Object.values(ids), ...Object.values(noIds)]
    const found: string[][] = []

    const rows = [...deskDoors, ...deskPages]
    for (const [route, address, , , form] of rows) {
      const [path, pathOfNone] = [ids, noIds].map((of) =>
        typeof address === 'string' ? address : address(of),
      ) as [string, string]
      const said = { page: [] as string[], data: [] as string[], post: [] as string[] }
      for (const asker of askers) {
        const headers = headersOf(tokens[asker])
        const page = await ask(path, { headers })
        said.page.push(saidBy(page, path))
        said.data.push(saidBy(await ask(inPage(path), { headers }), path))
        expect.soft(page.headers['cache-control'], `${path} is kept`).toBe('private, no-store')
        if (path !== pathOfNone) {
          const ofNone = await ask(pathOfNone, { headers })
          const isAlike = plainText(page, path, named) === plainText(ofNone, pathOfNone, named)
          if (isNo(saidBy(page, path)))
            expect.soft(isAlike, `${path} tells the ${asker} that it exists`).toBe(true)
          else expect.soft(saidBy(ofNone, pathOfNone), `${pathOfNone} of nobody`).toBe('lost')
        }
        const sent = { method: 'POST', headers: { ...formType, ...headers } }
        const body = new URLSearchParams(form?.(ids)).toString()
        const [before, written] = [await writesOf(db), { rows: 0 }]
        const answer = await askAndUndo(path, { ...sent, body }, async (tx) => {
          written.rows = (await writesOf(tx)) - before
        })
        const done = saidBy(answer, path)
        said.post.push(['open', 'names'].includes(done) ? 'done' : done)
        if (isNo(done)) expect.soft(written.rows, `the ${asker} changes something at ${path}`).toBe(0)
      }
      found.push([route, path, said.page.join(' '), said.data.join(' '), said.post.join(' ')])
    }
    await close()

    expect(found).toEqual(rows.map(([route, , get, post], at) => [route, found[at]?.[1], get, get, post]))
  },
)

test('a call of the desk is answered as its page would be', slow, async ({ db }) => {
  const { ids, tokens, headersOf, askAndUndo, close } = await aDesk(db)
  const found: string[][] = []

  for (const [call, body] of deskOperations) {
    const [method = '', path = ''] = call.split(' ')
    const told: number[] = []
    for (const asker of askers) {
      const sent = { method, headers: { ...jsonType, ...headersOf(tokens[asker]) } }
      const [before, written] = [await writesOf(db), { rows: 0 }]
      const answer = await askAndUndo(
        `/api${path}`,
        { ...sent, body: JSON.stringify(body(ids)) },
        async (tx) => {
          written.rows = (await writesOf(tx)) - before
        },
      )
      told.push(answer.status)
      if (answer.status >= 400) expect.soft(written.rows, `the ${asker} changes something by ${call}`).toBe(0)
    }
    found.push([call, told.join(' ')])
  }
  await close()

  expect(found).toEqual(deskOperations.map(([call, , answers]) => [call, answers]))
})

test('roles count from the next request on, and no page of the desk opens without a second step of today', async ({
  db,
}) => {
  const { tokens, ids, headersOf, ask, close } = await aDesk(db)
  const statusOf = async (path: string, token = tokens.coach) =>
    (await ask(path, { headers: headersOf(token) })).status
  const ofTheCoach = eq(memberRoles.accountId, ids.member)

  expect([await statusOf('/desk'), await statusOf('/desk/team')]).toEqual([200, 403])
  await db.update(memberRoles).set({ role: 'owner' }).where(ofTheCoach)
  expect(await statusOf('/desk/team')).toBe(200)
  await db
    .update(memberRoles)
    .set({ firstDay: addDays(todayIn(timeZone), 1) })
    .where(ofTheCoach)
  expect(await statusOf('/desk')).toBe(403)

  const longAgo = new Date(Date.now() - secondStepHours * 3_600_000 - 60_000)
  for (const secondFactorAt of [null, longAgo]) {
    const { token } = await aMember(db, ['owner'], { secondFactorAt })
    for (const [, address] of deskPages) {
      const path = typeof address === 'string' ? address : address(ids)
      const way = `/desk/second-step?next=${encodeURIComponent(path)}`
      for (const asked of [path, inPage(path)])
        expect.soft(saidBy(await ask(asked, { headers: headersOf(token) }), path), asked).toBe(way)
    }
  }
  await close()
})
