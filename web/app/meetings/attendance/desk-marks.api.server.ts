import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { openNotes } from '#meetings/care-notes.server.ts'
import { cookieNameFor, readCookie } from '#people/sign-in/visitor.server.ts'
import {
  type ApiEnv,
  exampleIds,
  forAccounts,
  invalid,
  json,
  newApi,
  problem,
  reply,
  signedOut,
} from '#platform/http/api.server.ts'
import { findAsker, requireMember } from '#team/member.server.ts'
import { attendanceMarks } from './attendance.ts'
import { takeMarks } from './marks.server.ts'

const examples = {
  meeting: '5b0d8a9c-3c1e-4b7f-8f5a-2d6e9c1b7a40',
  phone: '9e4c2f7a-6b1d-4d3e-a8c5-0f7b2e6d9c13',
  mark: '3f8a1c6e-7d2b-4e95-b0a4-6c9d1e5f2b78',
}

const SentMark = z.object({
  id: z.uuid().openapi({ description: 'Made by the phone. Sent again with it, a mark is taken once.' }),
  person_id: z.uuid(),
  mark: z
    .enum(attendanceMarks)
    .nullable()
    .openapi({ description: 'Null takes back what the same phone marked before.' }),
  collected_by: z
    .union([z.enum(['parent', 'another']), z.uuid()])
    .nullable()
    .openapi({ description: 'With `left`: the parent, somebody else, or the id of a contact.' }),
  at: z.iso.datetime().openapi({
    description:
      'The phone’s time, set right by the offset that it learned, later than that of its mark before.',
  }),
  seq: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .openapi({ description: 'Rises with each mark of the phone, from 1 to 1,000,000.' }),
})

const postMarks = createRoute({
  method: 'post',
  path: '/desk/marks',
  operationId: 'markPlayers',
  summary: 'Mark players',
  ...forAccounts,
  description:
    'Marks of one phone on one day sheet, whenever they arrive. Safe to send again. A phone belongs to the account that marked with it first; a player takes 40 marks at a meeting. For members who may mark there, in a browser that has taken the second step lately: otherwise the marks are to wait for it.',
  request: {
    body: json(
      z.object({ meeting_id: z.uuid(), phone: z.uuid(), marks: z.array(SentMark).min(1).max(200) }),
      {
        meeting_id: examples.meeting,
        phone: examples.phone,
        marks: [
          {
            id: examples.mark,
            person_id: exampleIds.player,
            mark: 'here',
            collected_by: null,
            at: '2027-06-21T15:51:04.120Z',
            seq: 7,
          },
        ],
      },
    ),
  },
  responses: {
    200: reply(
      z.object({
        taken: z.array(z.uuid()),
        refused: z
          .array(z.object({ id: z.uuid(), message: z.string() }))
          .openapi({ description: 'These are never taken: the phone forgets them.' }),
      }),
      'What was taken, now or before, and what is refused',
      { taken: [examples.mark], refused: [] },
    ),
    400: invalid('marks.0.mark', 'marks.0.mark is not one of the allowed values.'),
    401: problem('Nobody is signed in, or the second step is due', 'second-step-needed'),
    403: problem('This member does not mark', 'not-your-work'),
    404: problem('This member has no such meeting', 'not-found'),
  },
})

const postKeptNotes = createRoute({
  method: 'post',
  path: '/desk/kept-notes',
  operationId: 'keepCareNotes',
  summary: 'Keep care notes',
  ...forAccounts,
  description:
    'The care notes of a day sheet that a phone keeps for a court without signal. The families see that it was done.',
  request: { body: json(z.object({ meeting_id: z.uuid() }), { meeting_id: examples.meeting }) },
  responses: {
    200: reply(
      z.object({ notes: z.array(z.object({ personId: z.uuid(), note: z.string(), whatToDo: z.string() })) }),
      'The notes',
      { notes: [{ personId: exampleIds.player, note: 'Peanuts.', whatToDo: 'The pen is in the blue bag.' }] },
    ),
    400: invalid('meeting_id', 'meeting_id is missing.'),
    401: signedOut,
    403: problem('This member does not open care notes, or not now', 'not-your-work'),
    404: problem('This member has no such meeting', 'not-found'),
  },
})

export const deskMarksApi = newApi()
  .openapi(postMarks, async (c) => {
    const member = await memberIn(c)
    const { meeting_id: meetingId, phone, marks } = c.req.valid('json')
    const sent = marks.map(({ person_id: personId, collected_by: collectedBy, at, ...mark }) => ({
      ...mark,
      personId,
      collectedBy,
      at: new Date(at),
    }))
    return c.json(await takeMarks(c.var.world.db, member, { meetingId, phone, marks: sent }), 200)
  })
  .openapi(postKeptNotes, async (c) => {
    const member = await memberIn(c)
    const { meeting_id: meetingId } = c.req.valid('json')
    return c.json({ notes: await openNotes(c.var.world.db, member, meetingId, 'kept') }, 200)
  })

async function memberIn(c: Context<ApiEnv>) {
  const { db, env } = c.var.world
  return requireMember(await findAsker(db, readCookie(c.req.header('cookie'), cookieNameFor(env.siteUrl))))
}
