import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.server.ts'

test('of previews asked for at once each begins when the one before it is over, also when that failed, and others get a turn between', async () => {
  const inTurn = oneAtATime()
  const seen: string[] = []
  const preview = (name: string) =>
    inTurn(async () => {
      seen.push(`${name} begins`)
      setImmediate(() => seen.push('a checkout'))
      await Promise.resolve()
      seen.push(`${name} ends`)
      if (name === 'first') throw new Error('It failed.')
      return name
    })

  const answers = await Promise.allSettled([preview('first'), preview('second')])

  expect(answers).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'second' }])
  expect(seen).toEqual(['first begins', 'first ends', 'a checkout', 'second begins', 'second ends'])
})
