import { z } from 'zod'
import { Refused } from './errors.ts'
import { understand } from './requests.ts'

/**
 * Parses a request of the server API, and refuses one with a member that its shape does not name: nothing that a
 * merchant sends is dropped without a word. The official SDK shows the sentence as the message of the result.
 */
export function understandWhole<Shape extends z.ZodType>(shape: Shape, request: unknown): z.output<Shape> {
  refuseUnknown(shape, request)
  return understand(shape, request)
}

/** Refuses a part of a request, standing at `path`, that has a member which its shape does not name. */
export function refuseUnknown(shape: z.ZodType, part: unknown, ...path: string[]): void {
  const [unknown] = unknownMembers(shape, part, path)
  if (unknown) throw new Refused([], `${unknown.map(camelCase).join('.')} is not offered here.`)
}

/** Every call that makes or moves a transaction may carry one; it is read before the rest (request-keys.ts). */
const everywhere = ['api_request_key']

/** The members that a shape does not name, each as the path to it; null and absent ones are none. */
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
