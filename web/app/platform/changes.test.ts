import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '../../test/harness/database.ts'
import { addChange, forgetChangeNotes } from './changes.db.server.ts'
import { changeNotes, changes } from './changes.tables.ts'

test('the log tells who did what to a family and why; of its people only names of fields, and words that erasing empties', async ({
  db,
}) => {
  const [familyId, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const change = { actor: 'command:robin', what: 'payment recorded' } as const
  await addChange(db, { ...change, familyId, before: ['phone', 'firstName'], after: { amountCents: 3500 } })
  await addChange(db, { ...change, familyId, reason: 'mistake', words: 'Pip’s aunt rang' })
  await addChange(db, { ...change, familyId: other, words: 'asked on the court' })
  await expect(addChange(db, { ...change, familyId, before: ['Pip Vale'] })).rejects.toThrow(
    'names of fields',
  )

  await forgetChangeNotes(db, eq(changes.familyId, familyId))

  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { actor: 'command:robin', what: 'payment recorded', familyId, before: ['phone', 'firstName'] },
    { reason: 'mistake', isOwnFamily: false },
    { familyId: other },
  ])
  expect(await db.select({ words: changeNotes.words }).from(changeNotes)).toEqual([
    { words: 'asked on the court' },
  ])
})
