import fc from 'fast-check'
import type { FamilyIds, WholeFamily } from '../builders/whole-family.ts'

/** A schema as the served description has it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  example?: unknown
}
export type Schemas = Record<string, Schema>

const deep = (depth: number) => JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`)

/** What a program that means harm puts anywhere. */
export const hostileTexts = [
  ...['', ' ', '\0', 'a\0b', '\u0001', '\ud800', 'x\udfffy', '😀🎾', '\u202eevil', '\r\nSet-Cookie: a=b'],
  ...[
    "'; drop table people; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '%00',
    '../../etc/passwd',
    '//evil.example',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-1',
    '0',
    '1e999',
    '9'.repeat(40),
    '-0',
    '1.005',
  ],
  ...['2027-02-30', '9999-12-31', '0000-00-00', '+275760-09-13', 'x'.repeat(20_000), '0'.repeat(300)],
]
const hostile = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(null, true, -1, 0, -0, 1.5, 0.1 + 0.2, 2 ** 31, 2 ** 53, 1e308, -1e308, 5e-324),
  fc.constantFrom<unknown>([], {}, Array(2000).fill(1), deep(20), deep(70)),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values of the family, and of nobody, for the places where a schema asks for a kind of value. */
export type Known = { uuids: string[]; numbers: number[]; texts: string[]; amounts: number[] }

export const knownValues = (
  ids: FamilyIds,
  { event, sessions, priceCents, password }: WholeFamily,
): Known => ({
  uuids: [ids.account, ids.player, ids.idle, ids.parent, ids.order, ids.gift, ids.signIn],
  numbers: [event.id, ids.registration, ids.held, ids.cash, ...Object.values(sessions).map(({ id }) => id)],
  texts: [ids.email, ids.transaction, password, 'fake-valid-nonce', 'fake-processor-declined-visa-nonce'],
  amounts: [priceCents / 100, 20, 0.01],
})

/** What the schema describes, more or less: with the family's own values in it, and now and then with a hostile one. */
export function likely(schema: Schema, schemas: Schemas, known: Known): fc.Arbitrary<unknown> {
  const right = rightly(schema, schemas, known)
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: hostile })
}

function rightly(schema: Schema, schemas: Schemas, known: Known): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => likely(inner, schemas, known)
  const { $ref, enum: options, example, items, properties } = schema
  if ($ref) return rightly(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas, known)
  if (options) return fc.constantFrom(...options)
  if ('const' in schema) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(of))
  if (schema.allOf) return fc.tuple(...schema.allOf.map(of)).map((parts) => Object.assign({}, ...parts))
  const [type, ...others] = [schema.type ?? []].flat()
  const orExample = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
    example === undefined ? values : fc.oneof({ weight: 4, arbitrary: fc.constant(example) }, values)
  if (others.length > 0)
    return fc.oneof(...[type, ...others].map((each) => of({ ...schema, type: each ?? 'null' })))
  if (type === 'object') return objectOf(properties ?? {}, schema.required ?? [], of)
  if (type === 'array') return fc.array(of(items ?? {}), { maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return orExample(fc.oneof(fc.constantFrom(...known.numbers), fc.integer()))
  if (type === 'number') return orExample(fc.oneof(fc.constantFrom(...known.amounts), fc.double()))
  if (type === 'string' && schema.format === 'uuid')
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known.uuids) }, fc.uuid())
  if (type === 'string')
    return orExample(fc.oneof(fc.constantFrom(...known.texts), fc.string({ unit: 'binary' })))
  return hostile
}

function objectOf(
  properties: Record<string, Schema>,
  required: string[],
  of: (schema: Schema) => fc.Arbitrary<unknown>,
) {
  const parts = Object.entries(properties).map(([name, schema]) => [name, of(schema)] as const)
  const whole = fc.record(Object.fromEntries(parts), { requiredKeys: required })
  const odd = fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toJSON', 'length')
  const more = fc.tuple(whole, odd, hostile).map(([value, key, part]) =>
    // A key named __proto__ that is the object's own, as JSON.parse makes it.
    Object.defineProperty({ ...value }, key, { value: part, enumerable: true, configurable: true }),
  )
  return fc.oneof({ weight: 9, arbitrary: whole }, { weight: 1, arbitrary: more })
}

/** JSON with one of its parts replaced by a hostile one. */
export const bent = (value: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat(), hostile).map(([at, part]) => {
    const paths = pathsIn(value)
    return replaced(value, paths[at % paths.length] ?? [], part)
  })

const pathsIn = (value: unknown): string[][] => [
  [],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => pathsIn(part).map((path) => [key, ...path]))
    : []),
]
function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return by
  const part = replaced((value as Record<string, unknown>)[key], rest, by)
  return Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part }
}

/** A text as bytes that are no JSON, or not quite. */
export const mangled = (text: string): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom('cut', 'doubled', 'bytes', 'nul', 'mark', 'number', 'tower', 'huge'), fc.nat())
    .map(([how, at]) => {
      const [front, back] = [text.slice(0, at % (text.length + 1)), text.slice(at % (text.length + 1))]
      if (how === 'cut') return Buffer.from(front)
      if (how === 'doubled') return Buffer.from(text.replace(/^\{/, `${text.replace(/\}$/, '')},`))
      if (how === 'bytes')
        return Buffer.concat([Buffer.from(front), Buffer.from([0xed, 0xa0, 0x80, 0xff]), Buffer.from(back)])
      if (how === 'nul') return Buffer.from(`${front}\0${back}`)
      if (how === 'mark') return Buffer.from(`\ufeff${text}`)
      if (how === 'huge') return Buffer.from(front + 'x'.repeat(300_000) + back)
      if (how === 'number') return Buffer.from(text.replace(/\d+/, '-1e999'))
      return Buffer.from('[{"a":'.repeat(5000))
    })

/** In an address or a form: bytes as they come, well-formed or not. */
export const percent = (text: string) => encodeURIComponent(Buffer.from(text).toString())
export const hostilePart = fc.oneof(
  fc.constantFrom(...hostileTexts.map((text) => percent(text.slice(0, 2000)))),
  fc.constantFrom(
    '%',
    '%zz',
    '%ED%A0%80',
    '%FF',
    '%2e%2e%2f',
    '..',
    '.',
    ';a=b',
    '%0d%0aX:%20y',
    '*',
    ':id',
    '?',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map(percent),
)
