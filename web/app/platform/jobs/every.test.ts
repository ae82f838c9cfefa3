import { expect, test } from 'vitest'
import { aLog } from '../../../test/harness/log.ts'
import { every } from './every.server.ts'

test('a job that hangs is told in the log and begun anew', async () => {
  const { log, lines } = aLog()
  let begun = 0
  const stop = every(
    0.01,
    () => (++begun === 1 ? new Promise(() => undefined) : Promise.resolve()),
    log,
    'stuck',
    0.05,
  )

  await expect.poll(() => begun).toBeGreaterThan(2)
  await stop()

  expect(lines).toMatchObject([{ level: 50, msg: 'stuck', err: { message: 'no end within 0.05 s' } }])
})

test('a job that fails is told, and goes on', async () => {
  const { log, lines } = aLog()
  let begun = 0
  const work = async () => {
    begun += 1
    if (begun === 1) throw new Error('not today')
  }
  const stop = every(0.01, work, log, 'failed')

  await expect.poll(() => begun).toBeGreaterThan(1)
  await stop()

  expect(lines).toMatchObject([{ level: 50, msg: 'failed', err: { message: 'not today' } }])
})
