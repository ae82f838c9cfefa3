import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { monthDay } from '#platform/format/dates.ts'
import { inDollars } from '#platform/format/money.ts'
import { invalid, json, newApi, problem, RowId, reply } from '#platform/http/api.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { eventById, listStaff, type OfferedSession } from './events.db.server.ts'
import type { Event } from './events.tables.ts'
import { placesLeft } from './events.ts'
import { type Kind, kinds } from './kinds.ts'

export const SessionText = z.object({
  start_date: z.string().openapi({ example: '2027-06-21' }),
  end_date: z.string().openapi({ example: '2027-06-24' }),
  start_date_str: z.string().openapi({ example: 'Jun 21' }),
  end_date_str: z.string().openapi({ example: 'Jun 24' }),
  description: z.string().openapi({ description: 'The part in brackets groups the sessions' }),
})

const SessionReply = z
  .object({
    id: z.number(),
    session_number: z.number(),
    ...SessionText.shape,
    is_active: z.boolean(),
    places: z.number().nullable().openapi({ description: 'Null: never full' }),
    places_left: z.number().nullable(),
    registration_opens: z.iso.datetime().nullable().openapi({ description: 'Null: it is open' }),
    registration_closed: z
      .string()
      .nullable()
      .openapi({ description: 'The sentence with which it is closed' }),
  })
  .openapi('Session')

const EventReply = z
  .object({
    id: z.number(),
    type: z.enum(kinds),
    name: z.string(),
    description: z.string(),
    price: z.number().openapi({ description: 'Dollars', example: 95.5 }),
    price_description: z.string(),
    location: z.string().openapi({ description: 'Lines of place and time, parted by `<br>`' }),
    formats: z.array(z.object({ format_line: z.string() })),
    missions: z
      .array(z.object({ mission_line: z.string() }))
      .optional()
      .openapi({ description: 'Clinics only' }),
    is_active: z.boolean(),
    sessions: z.array(SessionReply),
  })
  .openapi('Event')

const StaffReply = z.array(
  z.object({
    name: z.string(),
    bio: z.string(),
    img: z.string().nullable().openapi({ description: 'The picture, encoded as a data URL' }),
  }),
)

const exampleEvent: Omit<z.infer<typeof EventReply>, 'type'> = {
  id: 3,
  name: 'Summer Mornings',
  description: 'Four mornings of tennis for every level.',
  price: 180,
  price_description: 'for the week',
  location: 'Fairmeadow Park Tennis Club<br>Mon to Thu, 9:00 to 11:30 am',
  formats: [{ format_line: 'One coach for six players' }],
  is_active: true,
  sessions: [
    {
      id: 12,
      session_number: 1,
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
  ],
}

const getById = (kind: Kind) =>
  createRoute({
    operationId: `get${kind.replace(/^./, (first) => first.toUpperCase())}ById`,
    method: 'post',
    path: `/get-${kind}-by-id`,
    summary: `A ${kind} with its sessions`,
    request: {
      body: json(z.object({ id: RowId }), { id: 3 }),
    },
    responses: {
      200: reply(z.object({ event: EventReply }), `The ${kind}, its sessions in the order of their days`, {
        event: { ...exampleEvent, type: kind },
      }),
      400: invalid('id', 'id must be a number.'),
      404: problem(`There is no such ${kind}`, 'not-found'),
    },
  })

const getStaff = createRoute({
  operationId: 'getStaffByYear',
  method: 'post',
  path: '/get-staff-by-year',
  summary: 'The staff of a year',
  request: { body: json(z.object({ year: z.int().min(2000).max(2999) }), { year: 2027 }) },
  responses: {
    200: reply(StaffReply, 'Everybody of that year; an empty list where nobody is named yet', [
      {
        name: 'Mara Voss',
        bio: 'Head coach; she has taught here since 2015.',
        img: 'data:image/svg+xml;base64,PHN2Zy8+',
      },
    ]),
    400: invalid('year', 'year must be a whole number.'),
  },
})

export const eventsApi = newApi()
  .openapi(getById('clinic'), async (c) =>
    c.json(await answer(c.var.world.db, 'clinic', c.req.valid('json')), 200),
  )
  .openapi(getById('lesson'), async (c) =>
    c.json(await answer(c.var.world.db, 'lesson', c.req.valid('json')), 200),
  )
  .openapi(getById('league'), async (c) =>
    c.json(await answer(c.var.world.db, 'league', c.req.valid('json')), 200),
  )
  .openapi(getById('tournament'), async (c) =>
    c.json(await answer(c.var.world.db, 'tournament', c.req.valid('json')), 200),
  )
  .openapi(getStaff, async (c) => c.json(await listStaff(c.var.world.db, c.req.valid('json').year), 200))

async function answer(db: Db, kind: Kind, { id }: { id: number }) {
  const { event, sessions } = orNotFound(await eventById(db, kind, id))
  return { event: eventReply(event, sessions) }
}

const eventReply = (event: Event, sessions: OfferedSession[]): z.infer<typeof EventReply> => ({
  id: event.id,
  type: event.kind,
  name: event.name,
  description: event.description,
  price: inDollars(event.priceCents),
  price_description: event.priceDescription,
  location: event.location,
  formats: event.formats.map((line) => ({ format_line: line })),
  ...(event.kind === 'clinic' && { missions: event.missions.map((line) => ({ mission_line: line })) }),
  is_active: event.isActive,
  sessions: sessions.map(sessionReply),
})

const sessionReply = (session: OfferedSession): z.infer<typeof SessionReply> => ({
  id: session.id,
  session_number: session.number,
  ...toSessionText(session),
  is_active: session.isActive,
  places: session.places,
  places_left: placesLeft(session) ?? null,
  registration_opens: (session.opens && session.opensAt?.toISOString()) ?? null,
  registration_closed: session.closedWords,
})

export const toSessionText = ({
  startsOn,
  endsOn,
  description,
}: Pick<OfferedSession, 'startsOn' | 'endsOn' | 'description'>): z.infer<typeof SessionText> => ({
  start_date: startsOn,
  end_date: endsOn,
  start_date_str: monthDay(startsOn),
  end_date_str: monthDay(endsOn),
  description,
})
