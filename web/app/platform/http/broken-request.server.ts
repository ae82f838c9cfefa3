import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from '@hono/node-server'
import type { Env } from '#platform/settings/env.server.ts'
import { headersBeforeSite } from './security-headers.server.ts'

type Answer = [status: number, words: string]

const answers: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers of this request are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'This request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'This request did not arrive in time.'],
}
const unreadable: Answer = [400, 'This request cannot be read.']

function answerTo(env: Env, code = '') {
  const [status, words] = answers[code] ?? unreadable
  return { status, words, headers: headersBeforeSite(env).set('Content-Type', 'text/plain; charset=UTF-8') }
}

/** Requests that Node's parser rejects never reach the site: they are answered here, and the connection ends. */
export const answerBroken = (env: Env) => (problem: NodeJS.ErrnoException, socket: Socket) => {
  // A response under way must not be broken by another; Node checks the same field.
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse }
  if (socket.writable && !underWay?.headersSent) {
    const { status, words, headers } = answerTo(env, problem.code)
    headers
      .set('Content-Length', String(words.length))
      .set('Date', new Date().toUTCString())
      .set('Connection', 'close')
    const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', words].join('\r\n'))
  }
  socket.destroySoon()
}

export const answerUnreadable = (env: Env) => (problem: unknown) => {
  if (!(problem instanceof RequestError)) return new Response(null, { status: 500 })
  const { status, words, headers } = answerTo(env)
  return new Response(words, { status, headers: [...headers] })
}
