import { z } from 'zod'

/** Ids and amounts come as text or as numbers, flags as booleans or as "true" and "false". */
export const text = z.union([z.string(), z.number()]).transform(String)
/** Null counts as absent. */
export const optionalText = z.preprocess((value) => value ?? undefined, text.optional())
export const optionalAmount = z.preprocess(
  (value) => value ?? undefined,
  text.refine((amount) => /^\d+(\.\d{1,2})?$/.test(amount), 'must be a sum of money').optional(),
)
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .nullish()
  .transform((value) => value === true || value === 'true')

/** Answered 400, which the official SDK reports as unexpected. */
export class BadRequest extends Error {}

/** Throws BadRequest naming the first member that does not fit. */
export function parseRequest<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new BadRequest(`${issue?.path.join('.') || 'request'}: ${issue?.message}`)
}

/** Every text in it is storable; an absent body is an empty object. */
export async function readBody(request: Request): Promise<unknown> {
  const body = await request.text()
  if (body.trim() === '') return {}
  try {
    return storable(JSON.parse(body))
  } catch (cause) {
    throw new BadRequest('The body is not JSON.', { cause })
  }
}

/** Makes texts and keys storable, at any depth: NUL characters are dropped, a lone surrogate becomes U+FFFD. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [storableText(key), storable(member)]),
  )
}

export const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Counted from 1. */
export function readPage(page: string | undefined): number {
  return z.coerce.number().int().min(1).max(1_000_000).catch(1).parse(page)
}
