import { expect } from 'vitest'
import { addChange } from '#platform/changes.db.server.ts'
import { moneyWords } from '#platform/changes.ts'
import { anAccount, aProgramme } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { readLog } from './log.db.server.ts'

test('the log is read a page at a time, the newest first, by family, and for a treasurer of money alone', async ({
  db,
}) => {
  await aProgramme(db)
  const { visitor } = await anAccount(db)
  const { familyId } = visitor
  for (let line = 0; line < 60; line += 1) await addChange(db, { actor: 'site', what: 'roles changed' })
  await addChange(db, { actor: 'site', what: 'payment recorded', familyId })
  await addChange(db, { actor: 'site', what: 'care note opened', familyId })
  const read = (filter: Partial<Parameters<typeof readLog>[1]>) =>
    readLog(db, { isMoneyOnly: false, ...filter })

  const first = await read({})
  const second = await read({ before: first.at(-1)?.id })
  expect([first.length, second.length]).toEqual([50, 12])
  expect(first[0]?.what).toBe('care note opened')
  expect((await read({ isMoneyOnly: true })).map(({ what }) => what)).toEqual(['payment recorded'])
  const family = first[0]?.family ?? 0
  expect((await read({ family })).map(({ what }) => what)).toEqual(['care note opened', 'payment recorded'])
  expect(await read({ family, isMoneyOnly: true })).toHaveLength(1)
  expect(moneyWords).not.toContain('care note opened')
})
