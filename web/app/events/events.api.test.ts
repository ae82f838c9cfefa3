import { OpenAPIHono } from '@hono/zod-openapi'
import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { type ApiEnv, problemBody } from '#platform/http/api.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { anEvent, aSession } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { eventsApi } from './events.api.server.ts'
import { staff } from './events.tables.ts'

async function ask(db: Db, path: string, body: object) {
  const app = new OpenAPIHono<ApiEnv>()
  app.use(async (c, next) => {
    c.set('world', aWorld(db))
    await next()
  })
  app.onError((problem, c) => {
    if (problem instanceof Refusal) return c.json(problemBody(problem), problem.status)
    throw problem
  })
  const headers = { 'Content-Type': 'application/json' }
  const response = await app
    .route('/', eventsApi)
    .request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

test('a clinic is read by its id, with formats, missions, price in dollars and its sessions P3.8 P3.10 P3.11 P3.12 P7.29', async ({
  db,
}) => {
  const clinic = await anEvent(db, {
    priceCents: 9550,
    formats: ['Two hours'],
    missions: ['Everybody plays'],
  })
  const facts = {
    eventId: clinic.id,
    number: 2,
    startsOn: '2027-06-21',
    endsOn: '2027-06-24',
    places: 16,
    taken: 13,
  }
  const session = await aSession(db, facts)

  const { status, body } = await ask(db, '/get-clinic-by-id', { id: clinic.id })

  expect(status).toBe(200)
  expect(body.event).toMatchObject({
    id: clinic.id,
    name: clinic.name,
    description: clinic.description,
    type: 'clinic',
    price: 95.5,
    price_description: clinic.priceDescription,
    location: clinic.location,
    formats: [{ format_line: 'Two hours' }],
    missions: [{ mission_line: 'Everybody plays' }],
    is_active: true,
  })
  expect(body.event.sessions).toEqual([
    {
      id: session.id,
      session_number: 2,
      start_date: '2027-06-21',
      end_date: '2027-06-24',
      start_date_str: 'Jun 21',
      end_date_str: 'Jun 24',
      description: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
      is_active: true,
      places: 16,
      places_left: 3,
      registration_opens: null,
      registration_closed: null,
    },
  ])
})

test('each kind has its own call, and knows its own events only P3.9 P7.28', async ({ db }) => {
  for (const kind of ['league', 'lesson', 'clinic', 'tournament'] as const) {
    const event = await anEvent(db, { kind, priceCents: 12_050 })
    const { body } = await ask(db, `/get-${kind}-by-id`, { id: event.id })
    expect(body.event).toMatchObject({ id: event.id, type: kind, price: 120.5 })
    expect('missions' in body.event).toBe(kind === 'clinic')
    const other = kind === 'clinic' ? 'league' : 'clinic'
    expect((await ask(db, `/get-${other}-by-id`, { id: event.id })).status).toBe(404)
  }
})

test('the staff of a year is a list with names, words and encoded pictures P3.18 P7.30 P7.31', async ({
  db,
}) => {
  const mara = { name: 'Mara', bio: 'Head coach', img: 'data:image/svg+xml;base64,PHN2Zy8+' }
  await db.insert(staff).values({ ...mara, year: 2027, position: 0 })
  expect((await ask(db, '/get-staff-by-year', { year: 2027 })).body).toEqual([mara])
  expect((await ask(db, '/get-staff-by-year', { year: 2026 })).body).toEqual([])
})
