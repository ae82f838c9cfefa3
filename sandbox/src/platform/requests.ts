import { z } from 'zod'

/** Ids and amounts come as text or as numbers, flags as booleans or as "true" and "false". */
export const text = z.union([z.string(), z.number()]).transform(String)
/** Null counts as absent. */
export const optionalText = z.preprocess((value) => value ?? undefined, text.optional())
/** A sum of money where the API has no code for a wrong one. */
export const optionalAmount = z.preprocess(
  (value) => value ?? undefined,
  text.refine((amount) => /^\d+(\.\d{1,2})?$/.test(amount), 'must be a sum of money').optional(),
)
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .nullish()
  .transform((value) => value === true || value === 'true')

/** A request that cannot be understood at all: answered 400, which the official SDK reports as unexpected. */
export class BadRequest extends Error {}

/** Parses a request against a shape; throws BadRequest naming the first member that does not fit. */
export function understand<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new BadRequest(`${issue?.path.join('.') || 'request'}: ${issue?.message}`)
}

/** Reads a JSON body, every text in it storable; an absent one is an empty object. */
export async function readBody(request: Request): Promise<unknown> {
  const body = await request.text()
  if (body.trim() === '') return {}
  try {
    return storable(JSON.parse(body))
  } catch (cause) {
    throw new BadRequest('The body is not JSON.', { cause })
  }
}

/**
 * The same value with texts and keys that the database can hold, however deep: NUL characters are dropped, and half
 * of a surrogate pair becomes U+FFFD.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [storableText(key), storable(member)]),
  )
}

export const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** The page of a list that a call asks for, counted from 1. */
export function readPage(page: string | undefined): number {
  return z.coerce.number().int().min(1).max(1_000_000).catch(1).parse(page)
}
