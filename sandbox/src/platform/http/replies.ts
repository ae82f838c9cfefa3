import { gzipSync } from 'node:zlib'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { NotFound, type Problem, Refused } from '../errors.ts'
import type { Answer } from './idempotency.ts'
import { BadRequest } from './requests.ts'
import { toXml, type XmlValue } from './xml.ts'

type Status = 200 | 201 | 400 | 401 | 404 | 422 | 426 | 500 | 503

export type ServerEnv = { Bindings: HttpBindings; Variables: { body: unknown } }

export function sendXml(c: Context, status: Status, body: string): Response {
  const headers: Record<string, string> = {
    'Content-Type': 'application/xml; charset=utf-8',
    Vary: 'Accept-Encoding',
  }
  if (body.length < 1000 || !c.req.header('accept-encoding')?.includes('gzip'))
    return c.body(body, status, headers)
  return c.body(new Uint8Array(gzipSync(body, { level: 1 })), status, {
    ...headers,
    'Content-Encoding': 'gzip',
  })
}

export function show(c: Context, status: 200 | 201, root: string, value: XmlValue): Response {
  return sendXml(c, status, toXml(root, value))
}

export function send(c: Context, answer: Answer): Response {
  return sendXml(c, answer.status, answer.body)
}

/** Problems nested by object, the request without card data, and the message. */
export function errorDocument(
  problems: Problem[],
  message: string,
  request: unknown,
  record: Refused['record'] = {},
): string {
  const tree = { errors: [], ...nest(problems, 0) }
  return toXml('api-error-response', { errors: tree, params: echo(request), message, ...record })
}

/** Errors of the server API in the form that the official SDK reads. */
export function sendProblem(c: Context, error: unknown, request: unknown): Response {
  if (error instanceof Refused)
    return sendXml(c, 422, errorDocument(error.problems, error.message, request, error.record))
  if (error instanceof NotFound) return sendXml(c, 404, errorDocument([], error.message, undefined))
  if (error instanceof BadRequest) return sendXml(c, 400, errorDocument([], error.message, undefined))
  console.error(error)
  return sendXml(c, 500, errorDocument([], 'Something went wrong.', undefined))
}

function nest(problems: Problem[], depth: number): { [key: string]: XmlValue } {
  const fields = [...new Set(problems.map(({ path }) => path[depth]).filter((field) => field !== undefined))]
  return Object.fromEntries(
    fields.map((field) => {
      const inside = problems.filter(({ path }) => path[depth] === field)
      const here = inside.filter(({ path }) => path.length === depth + 1)
      const errors = here.map(({ code, attribute, message }) => ({ code, attribute, message }))
      return [field, { errors, ...nest(inside, depth + 1) }]
    }),
  )
}

const secret = ['number', 'cvv']

function echo(value: unknown): XmlValue {
  if (Array.isArray(value)) return value.map(echo)
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === null ? '' : String(value)
  const shown = Object.entries(value).filter(
    ([key]) => !secret.includes(key) && /^[A-Za-z_][\w.-]*$/.test(key),
  )
  return Object.fromEntries(shown.map(([key, member]) => [key, echo(member)]))
}
