import { createRoute, z } from '@hono/zod-openapi'
import { invalid, newApi, problem, reply } from '#platform/http/api.server.ts'
import { countTry, toNetwork } from '#platform/http/rate-limit.server.ts'
import { readPlaceAddress, suggestPlaces } from './address-lookup.server.ts'

/** Google's answers cost money. */
const limit = { tries: 600, minutes: 60 }

const session = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'session is not right.')
  .optional()
  .openapi({ description: 'One for each address that is being typed.' })

const getPlaces = createRoute({
  method: 'get',
  path: '/places',
  operationId: 'getPlaces',
  summary: 'Complete a US address',
  description: 'Addresses in the United States that begin as typed, at most six.',
  request: {
    query: z.object({
      input: z.string().min(1).max(200).openapi({ example: '4 Baseline Road, Fairf' }),
      session,
    }),
  },
  responses: {
    200: reply(
      z.object({
        suggestions: z.array(
          z.object({ text: z.string(), zips: z.string().optional(), id: z.string().optional() }),
        ),
      }),
      'The suggestions; one with an `id` is completed by "place address", one with `zips` by asking again',
      { suggestions: [{ text: '4 Baseline Road, Fairfield, CA 94533' }] },
    ),
    400: invalid('input', 'input is missing.'),
    429: problem('Tried too often', 'too-many-tries'),
  },
})

const getPlaceAddress = createRoute({
  method: 'get',
  path: '/places/{id}',
  operationId: 'getPlaceAddress',
  summary: 'The whole address of a suggestion',
  request: {
    params: z.object({
      id: z
        .string()
        .max(500)
        .regex(/^[\w-]+$/, 'id is not right.')
        .openapi({ param: { name: 'id', in: 'path' } }),
    }),
    query: z.object({ session }),
  },
  responses: {
    200: reply(z.object({ address: z.string() }), 'The address, with its postal code', {
      address: '4 Baseline Road, Fairfield, CA 94533',
    }),
    400: invalid('id', 'id is too long: at most 500.'),
    404: problem('No such place', 'not-found'),
    429: problem('Tried too often', 'too-many-tries'),
  },
})

export const placesApi = newApi()
  .openapi(getPlaces, async (c) => {
    const { world, address } = c.var
    const { input, session: lookUp } = c.req.valid('query')
    if (world.env.places) await countTry(world.db, `places:${toNetwork(address)}`, limit)
    return c.json({ suggestions: await suggestPlaces(world.env.places, input, lookUp) }, 200)
  })
  .openapi(getPlaceAddress, async (c) => {
    const { world, address } = c.var
    await countTry(world.db, `places:${toNetwork(address)}`, limit)
    const { id } = c.req.valid('param')
    return c.json(
      { address: await readPlaceAddress(world.env.places, id, c.req.valid('query').session) },
      200,
    )
  })
