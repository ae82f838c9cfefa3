import { z } from 'zod'
import { refuse } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { type CompletedAddress, completeAddress, type Town } from './complete-address.ts'

type Google = NonNullable<Env['places']>

/** With an `id` its address needs a second request. */
export type Suggestion = CompletedAddress & { id?: string }

const patienceMs = 5000
const autocomplete = '/v1/places:autocomplete'

/** By Google Places with a key, otherwise by our own list of towns. */
export async function suggestPlaces(
  google: Env['places'],
  typed: string,
  session: string | undefined,
): Promise<Suggestion[]> {
  if (google) return askGoogle(google, typed, session)
  return completeAddress(typed, await usTowns())
}

const Found = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z.object({ placeId: z.string(), text: z.object({ text: z.string() }) }).optional(),
      }),
    )
    .default([]),
})

async function askGoogle(google: Google, input: string, sessionToken: string | undefined) {
  const { suggestions } = await call(google, autocomplete, Found, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ input, sessionToken, includedRegionCodes: ['us'], languageCode: 'en-US' }),
  })
  return suggestions.flatMap(({ placePrediction: place }) =>
    place ? [{ text: place.text.text, id: place.placeId }] : [],
  )
}

const Place = z.object({ formattedAddress: z.string() })

export async function readPlaceAddress(google: Env['places'], id: string, session: string | undefined) {
  if (!google) return refuse('not-found')
  const query = session ? `?sessionToken=${encodeURIComponent(session)}` : ''
  const { formattedAddress } = await call(google, `/v1/places/${encodeURIComponent(id)}${query}`, Place, {
    headers: { 'X-Goog-FieldMask': 'formattedAddress' },
  })
  return formattedAddress
}

async function call<Schema extends z.ZodType>(
  { key, url }: Google,
  path: string,
  schema: Schema,
  init: RequestInit,
): Promise<z.output<Schema>> {
  const answer = await fetch(new URL(path, url), {
    ...init,
    headers: { ...init.headers, 'X-Goog-Api-Key': key },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  // An id that was made up is the caller's error.
  if (path !== autocomplete && [400, 404].includes(answer.status)) refuse('not-found')
  if (!answer.ok) throw new Error(`Google Places answered ${answer.status}: ${await answer.text()}`)
  return schema.parse(await answer.json())
}

let towns: Promise<Town[]> | undefined

/** Loaded when the first donor types an address. */
function usTowns(): Promise<Town[]> {
  towns ??= readTowns()
  return towns
}

async function readTowns(): Promise<Town[]> {
  const { codes } = await import('zipcodes/lib/codes.js')
  const byName = new Map<string, Town>()
  for (const { zip, city, state } of Object.values(codes)) {
    const town = byName.get(`${city} ${state}`) ?? { city, state, zips: [] }
    town.zips.push(zip)
    byName.set(`${city} ${state}`, town)
  }
  return [...byName.values()]
}
