import { isDeepStrictEqual } from 'node:util'

export const anything = Symbol('anything that is there')

/** The name of the SDK's exception. */
export function errorType(problem: unknown): string {
  const type = problem instanceof Error && 'type' in problem ? problem.type : problem
  return typeof type === 'string' ? type : String(problem)
}

/** Compares the named members alone; `anything` matches any value. */
export function matches(came: unknown, expected: unknown): boolean {
  if (expected === anything) return came !== undefined && came !== null
  if (expected instanceof RegExp) return typeof came === 'string' && expected.test(came)
  if (Array.isArray(expected))
    return (
      Array.isArray(came) &&
      came.length === expected.length &&
      expected.every((item, i) => matches(came[i], item))
    )
  if (typeof expected !== 'object' || expected === null) return isDeepStrictEqual(came, expected)
  if (typeof came !== 'object' || came === null) return false
  const actual = new Map(Object.entries(came))
  return Object.entries(expected).every(([name, value]) => matches(actual.get(name), value))
}

/** A value on one line. */
export function show(value: unknown, most = 120): string {
  const text =
    JSON.stringify(value, (_, member) => {
      if (member === anything) return 'anything'
      return member instanceof RegExp ? String(member) : member
    }) ?? String(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}
