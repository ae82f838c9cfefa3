import fc from 'fast-check'
import { formType, jsonType, type Sent } from '../harness/http-client.ts'
import {
  bent,
  hostilePart,
  hostileTexts,
  type Known,
  likely,
  mangled,
  percent,
  type Schema,
  type Schemas,
} from './fuzz-values.ts'

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
export type Operation = {
  parameters?: Parameter[]
  requestBody?: { content?: { 'application/json'?: { schema: Schema } } }
}
type Filled = Record<string, string | undefined>
export type CallSent = { body?: Buffer | undefined; filled: Filled; type: string }

const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')
/** What does the work, for one of each parameter. */
const goodParameters = { input: 'orchard', id: 'demo-orchard-way' }

/** The requests that do the work, to be sent as they are. */
export const goodSent = (good: unknown[]): CallSent[] =>
  (good.length > 0 ? good.map(jsonOf) : [undefined]).map((body) => ({
    ...{ body, filled: goodParameters, type: jsonType['Content-Type'] },
  }))

/** Requests of one call: as its description says and nearly so, and what does the work with something bent in it. */
export function requestsFor(
  { parameters = [], requestBody }: Operation,
  good: unknown[],
  schemas: Schemas,
  known: Known,
): fc.Arbitrary<CallSent> {
  const schema = requestBody?.content?.['application/json']?.schema
  const bodies = [
    ...good.map((value) => bent(value).map(jsonOf)),
    ...good.map((value) => mangled(JSON.stringify(value))),
    ...(schema ? [likely(schema, schemas, known).map(jsonOf)] : []),
  ]
  const parts = parameters.map(({ name, schema }) => {
    const right = likely(schema, schemas, known).map((value) => percent(String(value)))
    return [name, fc.oneof(hostilePart, right)] as const
  })
  const oddTypes = ['', 'text/json', 'application/json; charset=utf-16', 'multipart/form-data; boundary=x']
  return fc.record({
    body: bodies.length > 0 ? fc.oneof(...bodies) : fc.constant(undefined),
    filled: fc.record<Filled>(Object.fromEntries(parts), { requiredKeys: [] }),
    type: mostly('application/json', oddTypes),
  })
}

/** What a call is sent over HTTP. */
export function sentTo(call: string, { parameters = [] }: Operation, { body, filled, type }: CallSent) {
  const [method = '', described = ''] = call.split(' ')
  const within = (place: Parameter['in']) =>
    parameters.flatMap(({ name, in: where }) =>
      where === place && filled[name] !== undefined ? [[name, filled[name]] as const] : [],
    )
  const inPath = within('path').reduce((path, [name, value]) => path.replace(`{${name}}`, value), described)
  const query = within('query').map((pair) => pair.join('='))
  const headers = { ...(type && { 'Content-Type': type }), ...Object.fromEntries(within('header')) }
  const sent: Sent = { method, headers, ...(body && { body }) }
  return { path: `/api${inPath}${query.length > 0 ? `?${query.join('&')}` : ''}`, sent }
}

const mostly = (usual: string, odd: string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constantFrom(...odd))

const queryNames = ['next', 'year', 'player', 'form', 'notice', 'for', 'registration', '_routes', '__proto__']

/** A page: its route, an address of it, and a form that does something there. */
export type FuzzedPage = { route: string; address: string; form: Record<string, string> }

/** Requests of pages: their own addresses and forms, and such with something hostile in them. */
export function pageRequests(pages: FuzzedPage[]) {
  const names = [...new Set(pages.flatMap(({ form }) => Object.keys(form)))]
  const field = fc.tuple(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, hostilePart),
    fc.oneof(hostilePart, fc.constantFrom(...hostileTexts).map(percent)),
  )
  const oddTypes = ['', 'application/json', 'multipart/form-data; boundary=x', 'text/plain']
  const request = fc.record({
    page: fc.constantFrom(...pages),
    method: fc.constantFrom('GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
    odd: fc.array(hostilePart, { minLength: 6, maxLength: 6 }),
    isOdd: fc.boolean(),
    ending: fc.constantFrom('', '', '.data'),
    query: fc.array(fc.tuple(fc.constantFrom(...queryNames), hostilePart), { maxLength: 3 }),
    fields: fc.array(field, { maxLength: 8 }),
    size: fc.oneof({ weight: 19, arbitrary: fc.constant(0) }, fc.constant(300_000)),
    type: mostly(formType['Content-Type'], oddTypes),
    cookie: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, hostilePart),
  })
  return request.map(({ page: { route, address, form }, method, odd, isOdd, ending, ...more }) => {
    let at = 0
    const bentPath = route.replaceAll(/:\w+\??|\*/g, () => odd[at++] ?? 'x')
    const [path, query = ''] = address.split('?')
    const own = Object.entries(form).map(([name, value]) => [name, percent(value)])
    const pairs = [...own, ...more.fields, ...(more.size ? [['name', 'x'.repeat(more.size)]] : [])]
    const headers = {
      ...(more.type && { 'Content-Type': more.type }),
      ...(more.cookie && { Cookie: `__Host-sign-in=${more.cookie}` }),
    }
    const body = pairs.map((pair) => pair.join('=')).join('&')
    const sent: Sent = { method, headers, ...(!['GET', 'HEAD'].includes(method) && { body }) }
    const search = [query, ...more.query.map((pair) => pair.join('='))].join('&')
    return { path: `${isOdd ? bentPath : path}${ending}?${search}`, sent }
  })
}
