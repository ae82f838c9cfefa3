import { z } from 'zod'
import { Refused } from '../errors.ts'
import { parseRequest } from './requests.ts'

/**
 * Refuses members that the shape does not name, so that nothing of a merchant's request is dropped silently. The SDK
 * shows the sentence as the result's message.
 */
export function parseStrictly<Shape extends z.ZodType>(shape: Shape, request: unknown): z.output<Shape> {
  refuseUnknown(shape, request)
  return parseRequest(shape, request)
}

export function refuseUnknown(shape: z.ZodType, part: unknown, ...path: string[]): void {
  const [unknown] = unknownMembers(shape, part, path)
  if (unknown) throw new Refused([], `${unknown.map(camelCase).join('.')} is not offered here.`)
}

/** Every call that makes or moves a transaction may carry one (idempotency.ts). */
const everywhere = ['api_request_key']

/** Paths of members that the shape does not name; null and absent ones do not count. */
export function unknownMembers(shape: z.ZodType, value: unknown, path: string[] = []): string[][] {
  if (shape instanceof z.ZodUnion) {
    const found = shape.options.map((option) => unknownMembers(option as z.ZodType, value, path))
    // The deepest path belongs to the option that was meant.
    const depth = (paths: string[][]) => paths[0]?.length ?? Number.POSITIVE_INFINITY
    return found.toSorted((left, right) => depth(right) - depth(left))[0] ?? []
  }
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return unknownMembers(shape.unwrap() as z.ZodType, value, path)
  if (shape instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, index) =>
      unknownMembers(shape.element as z.ZodType, item, [...path, `index_${index}`]),
    )
  if (!(shape instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    if (member === null || member === undefined || everywhere.includes(key)) return []
    const known: z.ZodType | undefined = shape.shape[key]
    return known ? unknownMembers(known, member, [...path, key]) : [[...path, key]]
  })
}

function camelCase(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
