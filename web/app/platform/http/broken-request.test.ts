import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { parseEnv } from '#platform/settings/env.server.ts'
import { answerBroken } from './broken-request.server.ts'

/** All that a server answers to these bytes. A request to it is answered half, and then no more. */
async function answerTo(bytes: string): Promise<string> {
  const server = createServer((_request, response) => response.write('half'))
  server.on('clientError', answerBroken(parseEnv({})))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const request = 'GET / HTTP/1.1\r\nHost: localhost'

test('what is no request is told so in a sentence, and with long headers why', async () => {
  const plain = /^content-type: text\/plain; charset=utf-8\r\n.*^connection: close\r\n/ims

  const [broken, long] = [
    await answerTo('no request\r\n\r\n'),
    await answerTo(`${request}\r\nA: ${'x'.repeat(20_000)}`),
  ]

  expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*\r\n\r\nThis request cannot be read\.$/s)
  expect(long).toMatch(
    /^HTTP\/1\.1 431 .*\r\n\r\nThe address or the headers of this request are too long\.$/s,
  )
  for (const answer of [broken, long]) expect(answer).toMatch(plain)
})

test('nothing is written into an answer that is under way', async () => {
  const answer = await answerTo(`${request}\r\n\r\nno request\r\n\r\n`)

  expect(answer).toContain('half')
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})
