import type { XmlValue } from './http/xml.ts'
import { problems } from './problems.ts'

/** `path` is in snake_case, from the root object. */
export type Problem = { path: string[]; attribute: string; code: ProblemCode; message: string }
export type ProblemCode = keyof typeof problems

/** For example problem('81715', 'transaction', 'credit_card'). */
export function problem(code: ProblemCode, ...path: string[]): Problem {
  const [attribute, message] = problems[code]
  return { path, attribute, code, message }
}

/** Answered 422 with every problem, and the stored record of the refusal, if any. */
export class Refused extends Error {
  constructor(
    readonly problems: Problem[],
    message = problems.map(({ message }) => message).join('\n'),
    readonly record: { transaction?: XmlValue; verification?: XmlValue } = {},
  ) {
    super(message)
  }
}

export function refuse(code: ProblemCode, ...path: string[]): never {
  throw new Refused([problem(code, ...path)])
}

/** Answered 422: wrong members for which the gateway has no codes. */
export class WrongMembers extends Error {
  constructor(readonly members: Omit<Problem, 'code'>[]) {
    super(members.map(({ message }) => message).join('\n'))
  }
}

/** Answered 404; the message names the missing record. */
export class NotFound extends Error {}

export function found<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new NotFound(`There is no ${what} here.`)
  return row
}
