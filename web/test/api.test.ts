import { expect } from 'vitest'
import { signIns } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { apiClient, signedInToken } from './api-client.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from './builders.ts'
import { test } from './database.ts'
import { aSite } from './site.ts'
import { aWorld } from './world.ts'

/** Every call of the programme, and what else a client needs. */
const forEverybody = [
  '/activation-request activationRequest',
  '/confirm-account confirmAccount',
  '/create-account createAccount',
  '/get-clinic-by-id getClinicById',
  '/get-guest-client-token getGuestClientToken',
  '/get-league-by-id getLeagueById',
  '/get-lesson-by-id getLessonById',
  '/get-staff-by-year getStaffByYear',
  '/get-tournament-by-id getTournamentById',
  '/login login',
  '/logout logout',
  '/report-form-fault reportFormFault',
  '/reset-password resetPassword',
  '/reset-password-request resetPasswordRequest',
  '/submit-donation submitDonation',
]
const forAccounts = [
  '/check-all-cart-items checkAllCartItems',
  '/check-registered checkRegistered',
  '/create-person createPerson',
  '/delete-person deletePerson',
  '/get-card-client-token getCardClientToken',
  '/post-transaction postTransaction',
  '/process-all-cart-items processAllCartItems',
  '/refresh-user refreshUser',
  '/refund-transaction refundTransaction',
  '/remove-register-session removeRegisterSession',
  '/remove-registration-sessions removeRegistrationSessions',
  '/update-person updatePerson',
]
const forTheOwner = [
  '/family-data familyData',
  '/import-season importSeason',
  '/operate operate',
  '/record-payment recordPayment',
]
const pathOf = (call: string) => call.split(' ')[0] ?? ''

type Content = { content?: { 'application/json'?: { example?: unknown; schema: object } } }
type Operation = {
  operationId: string
  summary?: string
  security?: object[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

async function description(db: Db) {
  const call = await apiClient(aWorld(db))
  const { answer } = await call('/openapi.json', undefined, { method: 'GET' })
  const paths: Record<string, Record<string, Operation>> = answer.paths
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const exampleOf = (path: string) => paths[path]?.post?.requestBody?.content?.['application/json']?.example
  return { document: answer, operations, exampleOf }
}

/** The family that the examples of the description speak of, signed in. */
async function exampleFamily(db: Db) {
  await aProgramme(db)
  const world = aWorld(db, { GATEWAY_URL: 'http://127.0.0.1:9' })
  const me = await anAccount(db, { id: '0b6f4b0e-6a3c-4f0e-9d6e-3d1f7a4b2c11' })
  await aPlayer(db, { id: '7c1d2f6a-52b8-4c39-8f0a-b1e6d9a4e722', accountId: me.id })
  await anEvent(db, { id: 3, priceCents: 18_000 })
  await aSession(db, { id: 12, eventId: 3 })
  return { me, world }
}

test('the description lists every call by name, each with its examples, and nothing that leads nowhere', async ({
  db,
}) => {
  const { document, operations } = await description(db)

  expect(document.openapi).toBe('3.1.0')
  const posted = operations.filter(({ method }) => method === 'post')
  expect(posted.map(({ path, operationId }) => `${path} ${operationId}`).sort()).toEqual(
    [...forEverybody, ...forAccounts, ...forTheOwner].sort(),
  )
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operationId, summary, responses, requestBody } of operations) {
    expect(summary, operationId).toBeTruthy()
    expect(Object.keys(responses), operationId).toContain('200')
    for (const { content } of [...Object.values(responses), ...(requestBody ? [requestBody] : [])])
      expect(content?.['application/json']?.example, operationId).toBeDefined()
  }
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  expect(refs.length).toBeGreaterThan(20)
  for (const [, name = ''] of refs) expect(document.components.schemas).toHaveProperty(name)
})

test('every example of a request is a body that its call takes', async ({ db }) => {
  const { world, me } = await exampleFamily(db)
  const { exampleOf } = await description(db)
  const call = await apiClient(world)

  // Without a gateway neither gives a token.
  const needsGateway = (path: string) => path.endsWith('client-token')
  for (const path of [...forEverybody, ...forTheOwner].map(pathOf)) {
    if (needsGateway(path)) continue
    const { status } = await call(path, exampleOf(path))
    expect([200, 401, 404, 410, 422], path).toContain(status)
  }
  const signedIn = await apiClient(world, me)
  for (const path of forAccounts.map(pathOf)) {
    if (needsGateway(path)) continue
    const { status } = await signedIn(path, exampleOf(path))
    expect([200, 404, 409], path).toContain(status)
  }
})

test('a sign-in that has ended gets nobody past the calls for accounts', async ({ db }) => {
  const { world, me } = await exampleFamily(db)
  const { operations, exampleOf } = await description(db)
  const guarded = operations.filter(({ security }) => JSON.stringify(security) === '[{"signIn":[]}]')
  expect(guarded.map(({ path }) => path).sort()).toEqual(forAccounts.map(pathOf))

  const call = await apiClient(world, me)
  await db.update(signIns).set({ expiresAt: new Date(0) })
  for (const { path } of guarded)
    expect(await call(path, exampleOf(path)), path).toEqual({
      status: 401,
      answer: { success: false, code: 'signed-out', message: 'Please log in to continue.' },
    })
})

test('what the owner of the machine may do asks for the whole key', async ({ db }) => {
  const { world } = await exampleFamily(db)
  const { exampleOf } = await description(db)
  const call = await apiClient(world)

  for (const path of forTheOwner.map(pathOf))
    for (const secret of ['', 'Bearer ', 'Bearer undefined', `Bearer ${'x'.repeat(43)}`])
      expect(await call(path, exampleOf(path), { headers: { Authorization: secret } })).toMatchObject({
        status: 404,
        answer: { success: false, code: 'not-found' },
      })
})

test('a page of another site can make no call, whoever is signed in', async ({ db }) => {
  const { world, me } = await exampleFamily(db)
  const { exampleOf } = await description(db)
  const site = await aSite(world, [])
  const cookie = `sign-in=${await signedInToken(world, me.id)}`

  for (const path of [...forEverybody, ...forAccounts, ...forTheOwner].map(pathOf))
    for (const Origin of ['https://elsewhere.example', 'http://localhost:3000.elsewhere.example', 'null']) {
      const headers = { 'Content-Type': 'application/json', cookie, Origin }
      const body = JSON.stringify(exampleOf(path))
      const answer = await site(`/api${path}`, { method: 'POST', headers, body })
      expect([answer.status, await answer.json()], path).toMatchObject([
        403,
        { success: false, code: 'wrong-origin' },
      ])
    }
})

test.for([
  ['/login', {}, { email: 'Valid email address is required.', password: 'Password is required.' }],
  ['/login', { email: 'Robin@example.com', password: 'x' }, { email: 'Email address is invalid.' }],
  [
    '/reset-password',
    { token: 'x', password: 'seven77' },
    { password: 'Password must be at least 8 characters' },
  ],
  ['/confirm-account', {}, { token: 'token is missing.' }],
  ['/get-clinic-by-id', { id: '3' }, { id: 'id must be a number.' }],
  ['/get-clinic-by-id', { id: 2 ** 31 }, { id: 'id must be at most 2147483647.' }],
  ['/get-staff-by-year', { year: 1.5 }, { year: 'year must be a whole number.' }],
  [
    '/check-registered',
    { event: 3, player: {} },
    {
      event: 'event must be an object.',
      'player.id': 'player.id is missing.',
      eventSession: 'eventSession is missing.',
    },
  ],
  ['/check-all-cart-items', { cart: {} }, { cart: 'cart must be a list.' }],
  ['/check-all-cart-items', { cart: Array(51).fill({}) }, { cart: 'cart is too long: at most 50.' }],
  ['/process-all-cart-items', { cart: [], payment: 'gold' }, { payment: 'payment must be card or later.' }],
  [
    '/refund-transaction',
    { transaction_id: '', person_id: 'pip', r_id: -1, register_type: 'clinic' },
    {
      transaction_id: 'transaction_id is too short: at least 1.',
      person_id: 'person_id must be a UUID.',
      r_id: 'r_id must be at least 1.',
    },
  ],
  ['/record-payment', { act: 'steal' }, { act: 'act is not right.' }],
] as const)('%s says what is wrong with its body: case %#', async ([path, body, fields], { db }) => {
  const call = await apiClient(aWorld(db))

  const { status, answer } = await call(path, body)

  expect(status).toBe(400)
  expect(answer).toMatchObject({ success: false, code: 'invalid', fields })
  expect(Object.values(answer.fields)).toContain(answer.message)
})

test('what is no JSON, too much or nothing of ours is refused in the same shape', async ({ db }) => {
  const call = await apiClient(aWorld(db))
  const login = { email: 'robin@example.com', password: 'x' }

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect(await call('/login', login, { headers: { 'Content-Type': type } })).toMatchObject({
      status: 415,
      answer: { success: false, code: 'not-json', message: expect.stringContaining('application/json') },
    })
  for (const text of ['', '{', 'email=robin', JSON.stringify({ ...login, password: '\0' })])
    expect(await call('/login', undefined, { text })).toMatchObject({
      status: 400,
      answer: { code: 'malformed' },
    })
  for (const text of ['[]', '"x"', '7'])
    expect(await call('/login', undefined, { text })).toMatchObject({
      status: 400,
      answer: { code: 'invalid', message: 'The body must be an object.' },
    })
  const much = JSON.stringify({ ...login, password: 'x'.repeat(200_000) })
  expect(await call('/login', undefined, { text: much })).toMatchObject({
    status: 413,
    answer: { success: false, code: 'too-large' },
  })
  for (const [path, method] of [
    ['/nothing', 'POST'],
    ['/login', 'GET'],
    ['/login', 'DELETE'],
  ] as const)
    expect(await call(path, login, { method })).toMatchObject({ status: 404, answer: { code: 'not-found' } })
})
