import { OpenAPIHono } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { findPerson } from '#people/people.db.server.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { type ApiEnv, problemBody } from '#platform/http/api.server.ts'
import { orNotFound, Refusal } from '#platform/refusal.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, aPlayer, aSession, timeZone } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { deletePlayer } from './delete-player.server.ts'
import { familyApi } from './family.api.server.ts'
import { listPlayers } from './family.db.server.ts'

const today = todayIn(timeZone)

async function aFamily(db: Db) {
  const { visitor } = await anAccount(db)
  const { accountId } = visitor
  const pip = await aPlayer(db, { accountId, firstName: 'Pip', lastName: 'Vale' })
  const order = { accountId, method: 'later' as const, idempotencyKey: crypto.randomUUID(), totalCents: 1 }
  const [{ id: orderId } = { id: '' }] = await db.insert(orders).values(order).returning()
  async function register(facts: Partial<typeof registrations.$inferInsert> = {}, startsOn = today) {
    const { id: sessionId } = await aSession(db, { startsOn })
    const row = { accountId, personId: pip.id, sessionId, orderId, priceCents: 18_000, ...facts }
    await db.insert(registrations).values(row)
  }
  return { visitor, pip, register }
}

test('a player without registrations can be deleted', async ({ db }) => {
  const { visitor, pip } = await aFamily(db)

  await deletePlayer(db, visitor, pip.id)

  expect(await db.$count(people, eq(people.id, pip.id))).toBe(0)
})

test('with a player go the mails that were sent, and those that name the player, by the first name alone, too', async ({
  db,
}) => {
  const { visitor, pip } = await aFamily(db)
  const mailValues = { accountId: visitor.accountId, recipient: visitor.email, html: '-' }
  await db.insert(mails).values([
    { ...mailValues, subject: 'sent', text: 'Pip is registered', sentAt: new Date() },
    { ...mailValues, subject: 'of Pip', text: 'Pip Vale, $180.00' },
    { ...mailValues, subject: 'Pip is unregistered', text: 'The place is free.' },
    { ...mailValues, subject: 'of the first name', text: 'Green Ball Clinic: Pip, $180.00' },
    { ...mailValues, subject: 'of Pippa', text: 'Pippa, $180.00' },
    { ...mailValues, subject: 'of another', text: 'Juno Vale, $180.00' },
    { ...mailValues, subject: 'of a stranger', text: 'Pip Vale', accountId: crypto.randomUUID() },
  ])

  await deletePlayer(db, visitor, pip.id)

  const rest = await db.select({ subject: mails.subject }).from(mails).orderBy(mails.id)
  expect(rest.map(({ subject }) => subject)).toEqual(['of Pippa', 'of another', 'of a stranger'])
})

test('a player who is registered, or being registered, cannot be deleted P5.35 P8.16', async ({ db }) => {
  const sentence = 'Cannot delete Pip Vale because they are currently registered for sessions.'
  for (const facts of [{}, { heldUntil: new Date(Date.now() + 60_000) }]) {
    const { visitor, pip, register } = await aFamily(db)
    await register(facts)

    await expect(deletePlayer(db, visitor, pip.id)).rejects.toThrow(sentence)
    expect(await findPerson(db, visitor.accountId, pip.id)).toMatchObject({ firstName: 'Pip' })
  }
})

test('of a player who gave up every place only the record stays, without a name', async ({ db }) => {
  const { visitor, pip, register } = await aFamily(db)
  await register({ removedAt: new Date() })

  await deletePlayer(db, visitor, pip.id)

  expect(await listPlayers(db, visitor.accountId, today)).toEqual([])
  const [rest] = await db.select().from(people).where(eq(people.id, pip.id))
  expect(rest).toMatchObject({
    accountId: null,
    firstName: 'Deleted',
    lastName: 'player',
    phone: null,
    birthday: null,
    skillLevel: null,
  })
  expect(await db.$count(registrations, eq(registrations.personId, pip.id))).toBe(1)
})

test('the list counts the sessions that are not over, and tells who is registered at all', async ({ db }) => {
  const { visitor, pip, register } = await aFamily(db)
  await register({}, addDays(today, -3))
  await register({}, addDays(today, -40))
  await register({ removedAt: new Date() })
  const later = new Date(Date.now() + 60_000)
  const juno = await aPlayer(db, { accountId: visitor.accountId, createdAt: later })

  expect(await listPlayers(db, visitor.accountId, today)).toMatchObject([
    { id: pip.id, registered: 2, current: 1 },
    { id: juno.id, registered: 0, current: 0 },
  ])
})

test('neither a stranger’s player, nor the parent, nor oneself can be deleted', async ({ db }) => {
  const { visitor, parent, myself } = await anAccount(db, { kind: 'player' })

  for (const person of [parent, orNotFound(myself), await aPlayer(db)])
    await expect(deletePlayer(db, visitor, person.id)).rejects.toMatchObject({ code: 'not-found' })
})

test('delete person takes the whole person, and nobody without signing in P7.19', async ({ db }) => {
  const { visitor, pip } = await aFamily(db)
  const call = async (asWhom: typeof visitor | undefined) => {
    const app = new OpenAPIHono<ApiEnv>()
    app.use(async (c, next) => {
      c.set('world', aWorld(db))
      c.set('visitor', asWhom)
      await next()
    })
    app.onError((problem, c) => {
      if (problem instanceof Refusal) return c.json(problemBody(problem), problem.status)
      throw problem
    })
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ id: pip.id, first_name: 'Pip', last_name: 'Vale', phone: null })
    const answer = await app
      .route('/', familyApi)
      .request('/delete-person', { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.json() }
  }

  expect(await call(undefined)).toMatchObject({ status: 401, body: { success: false, code: 'signed-out' } })
  expect(await call((await anAccount(db)).visitor)).toMatchObject({ status: 404 })
  expect(await call(visitor)).toEqual({ status: 200, body: { success: true } })
  expect(await call(visitor)).toMatchObject({ status: 404, body: { code: 'not-found' } })
})
