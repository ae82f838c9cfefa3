import { createRoute, z } from '@hono/zod-openapi'
import {
  exampleIds,
  forAccounts,
  invalid,
  json,
  newApi,
  problem,
  RowId,
  reply,
  signedIn,
  signedOut,
} from '#platform/http/api.server.ts'
import { exceptionStates } from './age-exceptions.tables.ts'
import { askForException, type Pair, readFit } from './fitting.server.ts'

const PlayerAndSession = z.object({
  player: z.looseObject({ id: z.uuid() }),
  eventSession: z.looseObject({ id: RowId }),
})
const example = { player: { id: exampleIds.player }, eventSession: { id: 12 } }
const toPair = ({ player, eventSession }: z.output<typeof PlayerAndSession>): Pair => ({
  personId: player.id,
  sessionId: eventSession.id,
})
const State = z.enum(exceptionStates)
const unknown = problem('No such player in the family, or no such session on offer', 'not-found')
const wrong = invalid('eventSession.id', 'eventSession.id must be at least 1.')

const fittingSessions = createRoute({
  method: 'post',
  path: '/fitting-sessions',
  operationId: 'fittingSessions',
  summary: 'Sessions that fit a player',
  description: 'Why a session is not for a player, and up to two that can be registered for now and are.',
  ...forAccounts,
  request: { body: json(PlayerAndSession, example) },
  responses: {
    200: reply(
      z.object({
        message: z.string(),
        needs_birthday: z.boolean(),
        exception: State.nullable().openapi({ description: 'Of the session that was asked for' }),
        sessions: z.array(z.object({ event: z.string(), text: z.string(), path: z.string() })),
      }),
      'The sentence, empty where the player fits, and the sessions',
      {
        message: 'Pip is 11 on June 21; this is for 8 to 10.',
        needs_birthday: false,
        exception: null,
        sessions: [
          {
            event: 'Green Ball Clinic',
            text: 'Session 6: Jul 5 - Jul 8 | Mon to Thu, 1:00 to 3:30 pm (Ages 11 and 12)',
            path: `/pages/clinic/3?session=14&player=${exampleIds.player}`,
          },
        ],
      },
    ),
    400: wrong,
    401: signedOut,
    404: unknown,
  },
})

const askException = createRoute({
  method: 'post',
  path: '/ask-for-exception',
  operationId: 'askForException',
  summary: 'Ask for an exception',
  description: 'Asks the programme to let a player into a session that is for another age: once for both.',
  ...forAccounts,
  request: { body: json(PlayerAndSession, example) },
  responses: {
    200: reply(z.object({ exception: State }), 'How it stands', { exception: 'asked' }),
    400: wrong,
    401: signedOut,
    404: unknown,
    409: problem('The player fits, has the place already, or has no birthday yet', 'not-possible'),
    429: problem('Too many questions in an hour', 'too-many-tries'),
  },
})

export const fittingApi = newApi()
  .openapi(fittingSessions, async (c) => {
    const { accountId } = signedIn(c.var.visitor)
    const fit = await readFit(c.var.world.db, accountId, toPair(c.req.valid('json')))
    const { message = '', needsBirthday: needs_birthday, exception, sessions } = fit
    return c.json({ message, needs_birthday, exception, sessions }, 200)
  })
  .openapi(askException, async (c) => {
    const { accountId } = signedIn(c.var.visitor)
    return c.json(
      { exception: await askForException(c.var.world.db, accountId, toPair(c.req.valid('json'))) },
      200,
    )
  })
