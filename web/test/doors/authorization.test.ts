import type { RouteConfigEntry } from '@react-router/dev/routes'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { charges } from '#payments/payments.tables.ts'
import { accounts, people, signIns } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { withoutSecret } from '#platform/log.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import routes from '../../app/routes.ts'
import { twoFamilies } from '../builders/two-families.ts'
import { type FamilyIds, familyWords, nobodysIds } from '../builders/whole-family.ts'
import { solvedBotCheck } from '../harness/bot-check.ts'
import { test } from '../harness/database.ts'
import { type Answer, aSiteBehindAProxy, formType, jsonType, publicDemo } from '../harness/http-client.ts'
import { aWorld } from '../harness/world.ts'
import { deskDoors, deskOperations, deskPages } from './authorization-desk.ts'
import { operations, otherDoors, pathIn } from './authorization-operations.ts'
import { byLinkAlone, pages } from './authorization-pages.ts'

const slow = { timeout: 240_000 }

/** What nobody but the family may change. */
async function rowsOf(db: Db, { account }: FamilyIds) {
  return [
    await db.select().from(accounts).where(eq(accounts.id, account)),
    await db.select().from(people).where(eq(people.accountId, account)).orderBy(people.id),
    await db
      .select()
      .from(registrations)
      .where(eq(registrations.accountId, account))
      .orderBy(registrations.id),
    await db.select().from(charges).where(eq(charges.accountId, account)).orderBy(charges.id),
    await db.select().from(signIns).where(eq(signIns.accountId, account)),
  ]
}

/** The answer without what differs each time, and without the address and ids that were sent. */
function plainText({ status, text }: Answer, path: string, ids: FamilyIds) {
  const withoutNonces = text.replaceAll(/nonce(=|\\?":\\?)"[\w+/=]+\\?"/g, '')
  const sent = Object.values(ids).flatMap((id) =>
    typeof id === 'string' ? [id, encodeURIComponent(id)] : [],
  )
  const said = [path, encodeURIComponent(path), ...sent].filter(Boolean)
  return `${status} ${said.reduce((plain, part) => plain.replaceAll(part, 'SENT'), withoutNonces)}`
}

function saidBy({ status, headers, text }: Answer, path: string): string {
  const to = headers.location ?? /"redirect","([^"]+)"/.exec(text)?.[1]
  if (to === `/pages/login?notice=signed-out&next=${encodeURIComponent(path)}`) return 'login'
  if (to?.startsWith('/pages/login?notice=signed-out&next=%2Fpages%2Fregistration-history%3F'))
    return 'history'
  if (to?.includes('token-spent')) return 'spent'
  if (to) return to
  if (status !== 404 && status >= 300) return String(status)
  const isTheirs = familyWords.some((word) => text.includes(word))
  if (status === 404) return isTheirs ? 'lost, but theirs' : 'lost'
  return isTheirs ? 'theirs' : 'open'
}

const entries = routes.flatMap((route) => entriesOf(route))
function entriesOf(route: RouteConfigEntry, above = ''): [path: string, file: string][] {
  const path = route.path === undefined ? above : `${above}/${route.path}`
  if (route.children) return route.children.flatMap((child) => entriesOf(child, path))
  return [[path || '/', route.file]]
}
const isFile = (path: string) => entries.some(([known, file]) => known === path && file.endsWith('.ts'))
/** What everybody sees is not asked for once more as data. */
const isAskedForData = (path: string, get: string) => !isFile(path) && get !== 'open open open'
/** Where the browser's part of the site asks for the data of a page. */
const dataPath = (path: string) => path.replace(/^\/(?=$|\?)/, '/_').replace(/(?=$|\?)/, '.data')

test('an address in the log names the secret of no link', () => {
  const links = entries.flatMap(([path]) => (/:token\??$/.test(path) ? [path.replace(/:token\??$/, '')] : []))

  expect(links).toHaveLength(6)
  for (const link of links) expect(withoutSecret(`${link}pZ0vq3mB1yq0.data`)).toBe(`${link}….data`)
})

test('every page, file, operation and other door of the site has its row', async ({ db }) => {
  const { handled, ask, close } = await aSiteBehindAProxy(aWorld(db, publicDemo))
  const { paths } = JSON.parse((await ask('/api/openapi.json')).text)
  await close()
  const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const ofTheApi = described.map((call) => call.replace(' ', ' /api').replace('{id}', ':id'))
  const sorted = (names: string[]) => [...new Set(names)].sort()

  const listedPages = [...pages, ...deskDoors, ...deskPages].map(([route]) => route)
  expect(sorted(listedPages)).toEqual(sorted(entries.map(([path]) => path)))
  const listedCalls = [...operations, ...deskOperations].map(([call]) => call)
  expect(sorted(listedCalls)).toEqual(sorted(described))
  const byItself = handled.filter((door) => !door.startsWith('ALL '))
  const listed = [...ofTheApi, ...Object.keys(otherDoors)]
  expect(sorted(byItself)).toEqual(sorted(listed))
})

test(
  'a page of a family is seen and changed by that family alone, and asks others to log in and back (P6.1 P6.2 P6.7 P6.21)',
  slow,
  async ({ db, gateway }) => {
    const { family, visitors, ask, askAndUndo, close } = await twoFamilies(db, gateway)
    const { ids } = family
    const noIds = nobodysIds()
    const before = await rowsOf(db, ids)
    const unchanged = async (tx: Db) => expect(await rowsOf(tx, ids)).toEqual(before)
    const rows = [...pages, ...byLinkAlone]
    const found: string[][] = []

    for (const [route, address, get, , form] of rows) {
      const hasData = isAskedForData(route, get)
      const [path, pathOfNone] = [ids, noIds].map((named) =>
        typeof address === 'string' ? address : address(named, family),
      ) as [string, string]
      const body = new URLSearchParams(form?.(family)).toString()
      const read: string[] = []
      const asData: string[] = []
      const posted: string[] = []
      for (const visitor of [visitors.family, visitors.other, visitors.nobody]) {
        const { headers } = visitor
        const isTheirs = visitor === visitors.family
        const page = await ask(path, { headers })
        read.push(saidBy(page, path))
        if (hasData) asData.push(saidBy(await ask(dataPath(path), { headers }), path))
        const post = { method: 'POST', headers: { ...formType, ...headers }, body }
        const done = saidBy(await askAndUndo(path, post, isTheirs ? undefined : unchanged), path)
        posted.push(['open', 'theirs'].includes(done) ? 'done' : done)
        if (isTheirs || path === pathOfNone || path.includes(ids.guestGift)) continue
        const ofNone = await ask(pathOfNone, { headers })
        const isAlike = plainText(page, path, ids) === plainText(ofNone, pathOfNone, noIds)
        expect.soft(isAlike, `${path} tells that it exists`).toBe(true)
      }
      found.push([path, read.join(' '), asData.join(' '), posted.join(' ')])
    }
    await close()

    const expected = rows.map(([route, , get, post], at) => [
      found[at]?.[0],
      get,
      isAskedForData(route, get) ? get : '',
      post,
    ])
    expect(found).toEqual(expected)
  },
)

test(
  'a call does something for the family that it names alone, and tells nobody else whether that exists',
  slow,
  async ({ db, gateway }) => {
    const { family, visitors, askAndUndo, close } = await twoFamilies(db, gateway)
    const { ids } = family
    const noIds = nobodysIds()
    const before = await rowsOf(db, ids)
    const unchanged = async (tx: Db) => expect(await rowsOf(tx, ids)).toEqual(before)
    const botCheck = await solvedBotCheck(db)
    const found: string[][] = []

    for (const [call, body, answers, toNobodysIds] of operations) {
      const told = { ids: [] as number[], noIds: [] as number[] }
      for (const visitor of Object.values(visitors)) {
        const { account, headers } = visitor
        const isTheOwner = visitor === visitors.key && answers.endsWith('404 200')
        const mayChange = visitor === visitors.family || isTheOwner
        const textWith = (named: FamilyIds) =>
          body && JSON.stringify(body(named, family, { account, botCheck }))
        const send = (text: string | undefined) => {
          const post = { method: call.split(' ')[0] ?? '', headers: { ...jsonType, ...headers } }
          const sent = text === undefined ? post : { ...post, body: text }
          return askAndUndo(pathIn(call), sent, mayChange ? undefined : unchanged)
        }
        const answer = await send(textWith(ids))
        told.ids.push(answer.status)
        if (toNobodysIds) {
          const ofNone = await send(textWith(noIds))
          told.noIds.push(ofNone.status)
          const isAlike = plainText(answer, '', ids) === plainText(ofNone, '', noIds)
          if (!mayChange) expect.soft(isAlike, `${call} tells what exists`).toBe(true)
        }
        const theirWords = familyWords.filter((word) => answer.text.includes(word))
        if (!mayChange) expect.soft(theirWords, call).toEqual([])
      }
      found.push([call, told.ids.join(' '), told.noIds.join(' ')])
    }
    for (const [door, answers] of Object.entries(otherDoors)) {
      const [method = '', path = ''] = door.split(' ')
      const told: number[] = []
      for (const { headers } of Object.values(visitors))
        told.push((await askAndUndo(path, { method, headers }, unchanged)).status)
      expect.soft(told.join(' '), door).toBe(answers)
    }
    await close()

    expect(found).toEqual(operations.map(([call, , toIds, toNone = '']) => [call, toIds, toNone]))
  },
)
