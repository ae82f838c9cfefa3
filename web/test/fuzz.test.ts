import fc from 'fast-check'
import { beforeEach, expect } from 'vitest'
import { issueToken } from '#people/accounts/tokens.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { deskOperations } from './authorization-desk.ts'
import { operations } from './authorization-operations.ts'
import { solvedBotCheck } from './bot-check.ts'
import { anEvent } from './builders.ts'
import { test } from './database.ts'
import { type CallSent, callsOf, goodSent, type Operation, pageRequests, sentTo } from './fuzz-requests.ts'
import { knownOf, type Schemas } from './fuzz-values.ts'
import type { Answer } from './http-client.ts'
import { aLog } from './log.ts'
import { twoFamilies } from './two-families.ts'
import type { Gateway } from './world.ts'

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
  const places = { GOOGLE_PLACES_KEY: 'a-key', GOOGLE_PLACES_URL: gateway.settings.GATEWAY_URL }
  const site = await twoFamilies(db, gateway, places, log)
  const { ids, password } = site.family
  const tokenFor = (purpose: 'activation' | 'password-reset') => issueToken(db, ids.account, purpose, 1)
  const idOf = async (kind: 'lesson' | 'league' | 'tournament') => ({ id: (await anEvent(db, { kind })).id })
  const prepared: Record<string, unknown> = {
    'POST /confirm-account': { token: await tokenFor('activation') },
    'POST /reset-password': { token: await tokenFor('password-reset'), password: 'volley-and-lob-44' },
    'POST /login': { email: ids.email, password },
    'POST /get-lesson-by-id': await idOf('lesson'),
    'POST /get-league-by-id': await idOf('league'),
    'POST /get-tournament-by-id': await idOf('tournament'),
  }
  return { ...site, prepared }
}

test('no body, address or header brings a call down, and each call does its work for some', {
  timeout,
}, async ({ db, gateway }) => {
  const { ask, family, visitors, prepared, askAndUndo, close } = await aSiteToFuzz(db, gateway)
  const { paths, components }: Document = JSON.parse((await ask('/api/openapi.json')).text)
  const known = knownOf(family.ids, family)
  const own = { account: family.ids.account, botCheck: await solvedBotCheck(db) }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  )
  const reached = new Set<string>()

  for (const [call, operation] of calls) {
    const rows = operations.filter(([named]) => named === call)
    const isTheOwners = rows.some(([, , answers]) => answers === '404 404 404 200')
    const { headers } = isTheOwners ? visitors.key : visitors.family
    const good = [
      ...(call in prepared ? [prepared[call]] : []),
      ...rows.flatMap(([, body]) => (body ? [body(family.ids, family, own)] : [])),
    ]
    const send = async (request: CallSent) => {
      const { path, sent } = sentTo(call, operation, request)
      const answer = await askAndUndo(path, { ...sent, headers: { ...sent.headers, ...headers } })
      expectNoFailure(answer)
      if (answer.status < 300) reached.add(call)
      if (answer.status < 400) return
      // What the parser of HTTP refuses by itself has no body.
      const problem = answer.text ? JSON.parse(answer.text) : { message: 'none' }
      expect(problem.message, call).toBeTruthy()
      expect(answer.text, call).not.toMatch(/Invalid input|expected/)
    }
    const examples = goodSent(good).map((request): [CallSent] => [request])
    const anyCall = callsOf(operation, good, components.schemas, known)
    await fc.assert(fc.asyncProperty(anyCall, send), {
      ...{ seed, examples, numRuns: numRuns + examples.length },
    })
  }
  await close()

  // Only a member gets behind those of the desk: they have a table of their own.
  const ofTheDesk = deskOperations.map(([call]) => call)
  const idle = calls.map(([call]) => call).filter((call) => !reached.has(call) && !ofTheDesk.includes(call))
  expect(idle).toEqual([])
})

test('no address, form or cookie brings a page down', { timeout }, async ({ db, gateway }) => {
  const { family, visitors, askAndUndo, close } = await aSiteToFuzz(db, gateway)
  const visitor = fc.constantFrom(visitors.family, visitors.other, visitors.nobody)
  const property = fc.asyncProperty(pageRequests(family), visitor, async ({ path, sent }, { headers }) =>
    expectNoFailure(await askAndUndo(path, { ...sent, headers: { ...headers, ...sent.headers } })),
  )

  await fc.assert(property, { seed, numRuns: numRuns * 25 })
  await close()
})
