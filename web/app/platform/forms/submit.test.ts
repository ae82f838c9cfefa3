import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { submit } from './submit.server.ts'

const Name = z.object({ name: z.string().min(1, 'First Name is required.') })

const send = (
  body: BodyInit,
  type = 'application/x-www-form-urlencoded',
  work = async ({ name }: { name: string }) => name,
) =>
  submit(
    new Request('http://localhost/', { method: 'POST', body, headers: { 'Content-Type': type } }),
    Name,
    work,
  )

test('a form is read; what is wrong with it comes back with what was typed, and no password', async () => {
  expect(await send('name=Robin')).toBe('Robin')
  expect(await send('name=&city=Fairmeadow&password=secret')).toMatchObject({
    data: { problems: { name: 'First Name is required.' }, values: { name: '', city: 'Fairmeadow' } },
    init: { status: 400 },
  })
})

test('a form that is larger than any of ours is refused before it is read to its end', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(stream) {
      sent += 1
      stream.enqueue(new TextEncoder().encode('x'.repeat(10_000)))
    },
  })
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: endless,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    duplex: 'half',
  } as RequestInit)

  expect(await submit(request, Name, async () => 'done')).toMatchObject({
    data: { refused: { code: 'too-large', message: 'That is more than we take at once.' } },
    init: { status: 413 },
  })
  expect(sent).toBeLessThan(30)
})

test('what is no form, or half of one, is refused and breaks nothing', async () => {
  const malformed = { data: { refused: { code: 'malformed' } }, init: { status: 400 } }
  expect(await send('{"name":"Robin"}', 'application/json')).toMatchObject(malformed)
  expect(await send('--x\r\nhalf', 'multipart/form-data; boundary=x')).toMatchObject(malformed)
})

test('a form that the database did not answer in time says that nobody knows yet, and keeps what was typed; another fault goes on', async () => {
  const failing = (cause: string) =>
    send('name=Robin', undefined, () => Promise.reject(new DrizzleQueryError('', [], new Error(cause))))

  expect(await failing('Query read timeout')).toMatchObject({
    data: { refused: { code: 'not-stored' }, values: { name: 'Robin' } },
    init: { status: 503 },
  })
  await expect(failing('no such table')).rejects.toThrow(DrizzleQueryError)
})
