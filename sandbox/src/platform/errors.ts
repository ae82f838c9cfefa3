import { problems } from './problems.ts'
import type { XmlValue } from './xml.ts'

/** One thing wrong with a request: where (snake_case path from the root object), which code, and its words. */
export type Problem = { path: string[]; attribute: string; code: ProblemCode; message: string }
export type ProblemCode = keyof typeof problems

/** A problem by its code, on the object at `path`, e.g. problem('81715', 'transaction', 'credit_card'). */
export function problem(code: ProblemCode, ...path: string[]): Problem {
  const [attribute, message] = problems[code]
  return { path, attribute, code, message }
}

/** The request was understood and refused: answered 422 with every problem, and the record of the no, if one is kept. */
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

/** Members of a request that do not fit, for which the gateway has no codes: answered 422. */
export class WrongMembers extends Error {
  constructor(readonly members: Omit<Problem, 'code'>[]) {
    super(members.map(({ message }) => message).join('\n'))
  }
}

/** No such record or resource: answered 404; the words name what is missing. */
export class NotFound extends Error {}

export function found<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new NotFound(`There is no ${what} here.`)
  return row
}
