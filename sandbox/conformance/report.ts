import { isDeepStrictEqual } from 'node:util'

export type Report = ReturnType<typeof openReport>

/**
 * Compares what came with what was expected, and keeps count. A failed check does not end the run.
 * Of an expected object only the named members are compared; `anything` stands for whatever is there.
 */
export function openReport(print: (line: string) => void) {
  const counts = { passed: 0, failed: 0 }
  const names = new Set<string>()

  function check(name: string, came: unknown, expected: unknown) {
    if (names.has(name)) throw new Error(`Two checks are called “${name}”.`)
    names.add(name)
    const isRight = matches(came, expected)
    counts[isRight ? 'passed' : 'failed'] += 1
    print(
      `${isRight ? '✓' : '✗'} ${name}: expected ${show(expected)}, came ${show(came, isRight ? 60 : 2000)}`,
    )
  }

  /** Checks that a call is refused with the name of one of the SDK's exceptions. */
  async function checkThrows(name: string, call: () => Promise<unknown>, type: string) {
    check(name, await call().then(() => 'no exception', typeOf), type)
  }

  return { counts, check, checkThrows }
}

export const anything = Symbol('anything that is there')

function typeOf(problem: unknown): string {
  const type = problem instanceof Error && 'type' in problem ? problem.type : problem
  return typeof type === 'string' ? type : String(problem)
}

function matches(came: unknown, expected: unknown): boolean {
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
  const given = new Map(Object.entries(came))
  return Object.entries(expected).every(([name, value]) => matches(given.get(name), value))
}

function show(value: unknown, most = 120): string {
  const text =
    JSON.stringify(value, (_, member) => {
      if (member === anything) return 'anything'
      return member instanceof RegExp ? String(member) : member
    }) ?? String(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}
