import { expect } from 'vitest'
import { signIns } from '#people/people.tables.ts'
import { apiClient, signedInToken } from '../harness/api-client.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'
import {
  description,
  exampleFamily,
  forAccounts,
  forEverybody,
  forMembers,
  forTheOwner,
  toPath,
} from './described-api.ts'

test('the description lists every call by name, each with its examples, and nothing that leads nowhere', async ({
  db,
}) => {
  const { document, operations } = await description(db)

  expect(document.openapi).toBe('3.1.0')
  const posted = operations.filter(({ method }) => method === 'post')
  expect(posted.map(({ path, operationId }) => `${path} ${operationId}`).sort()).toEqual(
    [...forEverybody, ...forAccounts, ...forMembers, ...forTheOwner].sort(),
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
  for (const path of [...forEverybody, ...forTheOwner].map(toPath)) {
    if (needsGateway(path)) continue
    const { status } = await call(path, exampleOf(path))
    expect([200, 401, 404, 410, 422], path).toContain(status)
  }
  const signedIn = await apiClient(world, me)
  for (const path of forAccounts.map(toPath)) {
    if (needsGateway(path)) continue
    const { status } = await signedIn(path, exampleOf(path))
    expect([200, 404, 409], path).toContain(status)
  }
  for (const path of forMembers.map(toPath)) expect((await signedIn(path, exampleOf(path))).status).toBe(403)
})

test('nobody who is signed out gets past the calls for accounts', async ({ db }) => {
  const { world, me } = await exampleFamily(db)
  const { operations, exampleOf } = await description(db)
  const guarded = operations.filter(({ security }) => JSON.stringify(security) === '[{"signIn":[]}]')
  expect(guarded.map(({ path }) => path).sort()).toEqual([...forAccounts, ...forMembers].map(toPath).sort())

  const nobody = await apiClient(world)
  const expired = await apiClient(world, me)
  await db.update(signIns).set({ expiresAt: new Date(0) })
  for (const { path } of guarded)
    for (const call of [nobody, expired])
      expect(await call(path, exampleOf(path)), path).toEqual({
        status: 401,
        answer: { success: false, code: 'signed-out', message: 'Please log in to continue.' },
      })
})

test('a page of another site can make no call, whoever is signed in', async ({ db }) => {
  const { world, me } = await exampleFamily(db)
  const { exampleOf } = await description(db)
  const site = await aSite(world, [])
  const cookie = `sign-in=${await signedInToken(world, me.id)}`

  for (const path of [...forEverybody, ...forAccounts, ...forMembers, ...forTheOwner].map(toPath))
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

test('what the owner of the machine may do is closed to the network', async ({ db }) => {
  const { world, me } = await exampleFamily(db)
  const { exampleOf } = await description(db)

  for (const call of [await apiClient(world), await apiClient(world, me)])
    for (const path of forTheOwner.map(toPath))
      for (const secret of ['', 'Bearer ', 'Bearer undefined', `Bearer ${'x'.repeat(43)}`])
        expect(await call(path, exampleOf(path), { headers: { Authorization: secret } })).toMatchObject({
          status: 404,
          answer: { success: false, code: 'not-found' },
        })
})
