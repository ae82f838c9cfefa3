import type { Context } from 'hono'
import { Forbidden } from '../merchant-access/authorization.ts'
import { NotFound, type Problem, Refused, WrongMembers } from '../platform/errors.ts'
import { BadRequest } from '../platform/http/requests.ts'
import { camelCase } from '../platform/keys.ts'
import { clientProblems } from './tokenize.ts'

/** Errors of the client API in the form that browser SDKs read. */
export function sendClientProblem(c: Context, error: unknown): Response {
  if (error instanceof Refused) return c.json(refusal(error), 422)
  if (error instanceof WrongMembers)
    return c.json({ error: { message: error.message }, fieldErrors: nest(error.members, 0) }, 422)
  if (error instanceof Forbidden) return c.json(clientError(error.message), 403)
  if (error instanceof NotFound) return c.json(clientError(error.message), 404)
  if (error instanceof BadRequest) return c.json(clientError(error.message), 400)
  console.error(error)
  return c.json(clientError('Something went wrong.'), 500)
}

export function clientError(message: string) {
  return { error: { message }, fieldErrors: [] }
}

export const unauthorized = {
  error: { message: 'Authorization fingerprint is invalid' },
  fieldErrors: [{ field: 'authorizationFingerprint', message: 'Authorization fingerprint is invalid' }],
}

const subjects: Record<string, string> = {
  credit_card: 'Credit card',
  paypal_account: 'PayPal account',
  apple_pay: 'Apple Pay card',
  google_pay: 'Google Pay card',
}

function refusal(error: Refused) {
  const problems = clientProblems(error)
  const [first] = problems
  if (!first) return clientError(error.message)
  const subject = subjects[first.path[0] ?? '']
  return {
    error: { message: subject ? `${subject} is invalid` : first.message },
    fieldErrors: nest(problems, 0),
  }
}

type Flaw = Omit<Problem, 'code'> & { code?: string }
type FieldError = { field: string; code?: string; message?: string; fieldErrors?: FieldError[] }

function nest(problems: Flaw[], depth: number): FieldError[] {
  const here = problems.filter(({ path }) => path.length === depth)
  const deeper = problems.filter(({ path }) => path.length > depth)
  const fields = [...new Set(deeper.map(({ path }) => path[depth] ?? ''))]
  const inside = (field: string) => deeper.filter(({ path }) => path[depth] === field)
  return [
    ...here.map(({ attribute, code, message }) => ({ field: camelCase(attribute), code, message })),
    ...fields.map((field) => ({ field: camelCase(field), fieldErrors: nest(inside(field), depth + 1) })),
  ]
}
