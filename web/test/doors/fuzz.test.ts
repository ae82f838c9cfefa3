import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { issueToken } from '#people/accounts/tokens.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { joinList } from '#waiting-list/join-list.server.ts'
import { askingAndUndoing } from '../builders/ask-and-undo.ts'
import { anEvent, aSession, timeZone } from '../builders/builders.ts'
import { limits } from '../builders/limits.ts'
import { creditFor } from '../builders/money/credit.ts'
import { twoFamilies } from '../builders/two-families.ts'
import type { WholeFamily } from '../builders/whole-family.ts'
import { solvedBotCheck } from '../harness/bot-check.ts'
import { test } from '../harness/database.ts'
import { type Answer, aSiteBehindAProxy, publicDemo, type Sent } from '../harness/http-client.ts'
import { aLog } from '../harness/log.ts'
import { aWorld, type Gateway } from '../harness/world.ts'
import { deskDoors, deskOperations, deskPages } from './authorization-desk.ts'
import { operations } from './authorization-operations.ts'
import { pages } from './authorization-pages.ts'
import { deskAskers } from './desk-askers.ts'
import {
  type CallSent,
  type FuzzedPage,
  goodSent,
  type Operation,
  pageRequests,
  requestsFor,
  sentTo,
} from './fuzz-requests.ts'
import { type Known, knownValues, type Schemas } from './fuzz-values.ts'

/** `FUZZ_RUNS=500 npx vitest fuzz` is a long run, new each time; with its `FUZZ_SEED` it is the same once more. */
const { FUZZ_RUNS, FUZZ_SEED } = process.env
const numRuns = Number(FUZZ_RUNS ?? 6)
const seed = Number(FUZZ_SEED ?? (FUZZ_RUNS ? Date.now() % 2 ** 31 : 20_270_621))
if (FUZZ_RUNS) console.info(`FUZZ_SEED=${seed}`)
const timeout = 60_000 + numRuns * 10_000

type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Schemas } }

const { log, lines } = aLog()
beforeEach(() => {
  lines.length = 0
})

/** No failure of ours in the answer or in the log. */
function expectNoFailure(answer: Answer) {
  expect(lines.splice(0).filter(({ level }) => level >= 50)).toEqual([])
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
}

/** A site with a family that has one of each thing; what else a call needs to do its work for it stands in `prepared`. */
async function aSiteToFuzz(db: Db, gateway: Gateway) {
  const places = { GOOGLE_PLACES_KEY: 'a-key', ...limits({ placesUrl: gateway.settings.GATEWAY_URL }) }
  const site = await twoFamilies(db, gateway, places, log)
  const { ids, password } = site.family
  const tokenFor = (purpose: 'activation' | 'password-reset') => issueToken(db, ids.account, purpose, 1)
  const idOf = async (kind: 'lesson' | 'league' | 'tournament') => ({ id: (await anEvent(db, { kind })).id })
  const forInfants = await aSession(db, { agesFrom: 1, agesTo: 2 })
  const prepared: Record<string, unknown> = {
    'POST /ask-for-exception': { player: { id: ids.idle }, eventSession: { id: forInfants.id } },
    'POST /take-kept-place': { entry_id: await aKeptPlace(db, site.family) },
    'POST /confirm-account': { token: await tokenFor('activation') },
    'POST /reset-password': { token: await tokenFor('password-reset'), password: 'volley-and-lob-44' },
    'POST /login': { email: ids.email, password },
    'POST /get-lesson-by-id': await idOf('lesson'),
    'POST /get-league-by-id': await idOf('league'),
    'POST /get-tournament-by-id': await idOf('tournament'),
  }
  return { ...site, prepared }
}

/** Kept for a family in line on the day before the session: its entry. */
async function aKeptPlace(db: Db, { visitor, ids, event }: WholeFamily): Promise<number> {
  const startsOn = addDays(todayIn(timeZone), 1)
  const { id: sessionId } = await aSession(db, { eventId: event.id, startsOn, places: 0 })
  const { entryId } = await joinList(db, visitor, { sessionId, personIds: [ids.player] })
  await db.update(sessions).set({ places: 1, kept: 1 }).where(eq(sessions.id, sessionId))
  return entryId
}

type Asked = (path: string, sent: Sent) => Promise<Answer>
type Call = { call: string; operation: Operation; good: unknown[]; headers: Record<string, string> }

/** Whether a call did its work for some of what it was sent, and broke for none. */
async function reaches(ask: Asked, { call, operation, good, headers }: Call, schemas: Schemas, known: Known) {
  let isReached = false
  const send = async (request: CallSent) => {
    const { path, sent } = sentTo(call, operation, request)
    const answer = await ask(path, { ...sent, headers: { ...sent.headers, ...headers } })
    expectNoFailure(answer)
    isReached ||= answer.status < 300
    if (answer.status < 400) return
    // What the parser of HTTP refuses by itself has no body.
    const problem = answer.text ? JSON.parse(answer.text) : { message: 'none' }
    expect(problem.message, call).toBeTruthy()
    expect(answer.text, call).not.toMatch(/Invalid input|expected/)
  }
  const examples = goodSent(good).map((request): [CallSent] => [request])
  await fc.assert(fc.asyncProperty(requestsFor(operation, good, schemas, known), send), {
    ...{ seed, examples, numRuns: numRuns + examples.length },
  })
  return isReached
}

/** Every call of the served description. */
async function describedCalls(ask: (path: string) => Promise<Answer>) {
  const { paths, components }: Document = JSON.parse((await ask('/api/openapi.json')).text)
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  return { calls, schemas: components.schemas }
}

// Only a member gets behind those of the desk.
const isOfDesk = (call: string) => deskOperations.some(([named]) => named === call)

test('no body, address or header brings a call down, and each call does its work for some', {
  timeout,
}, async ({ db, gateway }) => {
  const { ask, family, visitors, prepared, askAndUndo, close } = await aSiteToFuzz(db, gateway)
  const { calls, schemas } = await describedCalls(ask)
  const known = knownValues(family.ids, family)
  const own = { account: family.ids.account, botCheck: await solvedBotCheck(db) }
  const idle: string[] = []

  // An account that has credit is not deleted: it gets its credit last.
  const [usesCredit, others] = ['POST /register-with-credit', calls.filter(({ call }) => !isOfDesk(call))]
  for (const { call, operation } of [
    ...others.filter(({ call }) => call !== usesCredit),
    ...others.filter(({ call }) => call === usesCredit),
  ]) {
    if (call === usesCredit) await creditFor(db, family.visitor, family.priceCents)
    const rows = operations.filter(([named]) => named === call)
    const isTheOwners = rows.some(([, , answers]) => answers === '404 404 404 200')
    const { headers } = isTheOwners ? visitors.key : visitors.family
    const good = [
      ...(call in prepared ? [prepared[call]] : []),
      ...rows.flatMap(([, body]) => (body ? [body(family.ids, family, own)] : [])),
    ]
    const isReached = await reaches(askAndUndo, { call, operation, good, headers }, schemas, known)
    if (!isReached) idle.push(call)
  }
  await close()

  expect(idle).toEqual([])
})

test('no address, form or cookie brings a page down', { timeout }, async ({ db, gateway }) => {
  const { family, visitors, askAndUndo, close } = await aSiteToFuzz(db, gateway)
  const visitor = fc.constantFrom(visitors.family, visitors.other, visitors.nobody)
  const fuzzed = pages.map(([route, address, , , form]) => ({
    route,
    address: typeof address === 'string' ? address : address(family.ids, family),
    form: form?.(family) ?? {},
  }))
  const property = fc.asyncProperty(pageRequests(fuzzed), visitor, async ({ path, sent }, { headers }) =>
    expectNoFailure(await askAndUndo(path, { ...sent, headers: { ...headers, ...sent.headers } })),
  )

  await fc.assert(property, { seed, numRuns: numRuns * 25 })
  await close()
})

/** The fields of a page as its browser would send them. */
const fieldsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].flatMap(([field]) => {
      const [, name] = / name="([^"]+)"/.exec(field) ?? []
      const [, value = 'Robin'] = / value="([^"]*)"/.exec(field) ?? []
      return name ? [[name, value]] : []
    }),
  )

test('nothing that a member of the team sends brings the desk down, and each of its calls does its work for some', {
  timeout,
}, async ({ db }) => {
  const world = { ...aWorld(db, { ...publicDemo, DESK_KEY: 'a key of the desk for tests, 32 letters' }), log }
  const { tokens, ids } = await deskAskers(world)
  const { ask, close } = await aSiteBehindAProxy(world)
  const askAndUndo = askingAndUndoing(world, ask)
  const headers = { Cookie: `__Host-sign-in=${tokens.owner}` }
  const { calls, schemas } = await describedCalls(ask)
  const { account, player, meeting, session, number, registration } = ids
  const numbers = [session, number, registration]
  const known = { uuids: [account, player, meeting], numbers, texts: [ids.email], amounts: [180, 0.01] }
  const reached: string[] = []
  for (const { call, operation } of calls.filter(({ call }) => isOfDesk(call))) {
    const good = deskOperations.flatMap(([named, body]) => (named === call ? [body(ids)] : []))
    if (await reaches(askAndUndo, { call, operation, good, headers }, schemas, known)) reached.push(call)
  }
  expect(reached.sort()).toEqual(deskOperations.map(([call]) => call).sort())

  const fuzzed: FuzzedPage[] = []
  for (const [route, of, , , form] of [...deskDoors, ...deskPages]) {
    const address = typeof of === 'string' ? of : of(ids)
    const { text } = await ask(address, { headers })
    fuzzed.push({ route, address, form: { ...fieldsOf(text), ...form?.(ids) } })
  }
  const property = fc.asyncProperty(pageRequests(fuzzed), async ({ path, sent }) =>
    expectNoFailure(await askAndUndo(path, { ...sent, headers: { ...headers, ...sent.headers } })),
  )
  await fc.assert(property, { seed, numRuns: numRuns * 25 })
  await close()
})
