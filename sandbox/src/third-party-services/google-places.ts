import { Hono } from 'hono'
import { z } from 'zod'

/** The last one is outside the United States. */
const demoPlaces = [
  { id: 'demo-orchard-way', name: '18 Orchard Way, Fairmeadow, CA', zip: '94000', region: 'us', end: 'USA' },
  { id: 'demo-orchard-lane', name: '40 Orchard Lane, Millbrook, CA', zip: '94001', region: 'us', end: 'USA' },
  {
    id: 'demo-baseline-road',
    name: '4 Baseline Road, Fairmeadow, CA',
    zip: '94000',
    region: 'us',
    end: 'USA',
  },
  {
    id: 'demo-orchard-street',
    name: '7 Orchard Street, Ottawa, ON',
    zip: 'K1A 0A1',
    region: 'ca',
    end: 'Canada',
  },
]

const AutocompleteRequest = z.object({
  input: z.string().min(1),
  sessionToken: z.string().max(36).optional(),
  includedRegionCodes: z.array(z.string().length(2)).max(15).optional(),
  languageCode: z.string().optional(),
})

/**
 * Google Places (new): autocomplete and place details over demo addresses. It accepts any non-empty API key. Source:
 * the public documentation of the Places API.
 */
export function googlePlaces() {
  const app = new Hono()
  const isKnown = (key: string | undefined) => Boolean(key)
  const failure = (code: number, status: string, message: string) => ({ error: { code, status, message } })
  const denied = failure(403, 'PERMISSION_DENIED', 'The request is missing a valid API key.')

  app.post('/v1/places:autocomplete', async (c) => {
    if (!isKnown(c.req.header('x-goog-api-key'))) return c.json(denied, 403)
    const parsed = AutocompleteRequest.safeParse(await c.req.json())
    if (!parsed.success) return c.json(failure(400, 'INVALID_ARGUMENT', parsed.error.message), 400)
    const { input, includedRegionCodes: regions } = parsed.data
    const found = demoPlaces.filter(
      ({ name, region }) =>
        name.toLowerCase().includes(input.toLowerCase()) && (!regions || regions.includes(region)),
    )
    if (found.length === 0) return c.json({})
    const suggestions = found.map(({ id, name, end }) => {
      const text = `${name}, ${end}`
      return {
        placePrediction: { place: `places/${id}`, placeId: id, text: { text }, types: ['street_address'] },
      }
    })
    return c.json({ suggestions })
  })

  /** `X-Goog-FieldMask` must name `formattedAddress`. */
  app.get('/v1/places/:id', (c) => {
    if (!isKnown(c.req.header('x-goog-api-key'))) return c.json(denied, 403)
    if (!c.req.header('x-goog-fieldmask')?.includes('formattedAddress'))
      return c.json(failure(400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter.'), 400)
    const place = demoPlaces.find(({ id }) => id === c.req.param('id'))
    if (!place) return c.json(failure(404, 'NOT_FOUND', 'The Place ID is no longer valid.'), 404)
    return c.json({ formattedAddress: `${place.name} ${place.zip}, ${place.end}` })
  })
  return app
}
