import { expect } from 'vitest'
import type { Actor } from '#platform/actor.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import { anAccount, aPlayer, aProgramme } from '../../../test/builders/builders.ts'
import { aContact } from '../../../test/builders/care.ts'
import { test } from '../../../test/harness/database.ts'
import { listContacts, removeContact, saveContact } from './contacts.server.ts'

test('what the desk changes of a player’s contacts stands in the log, by the names of the fields, with who and why; sent twice it is done once', async ({
  db,
}) => {
  await aProgramme(db)
  const { id: accountId, familyId } = await anAccount(db)
  const { id: personId } = await aPlayer(db, { accountId })
  const player = { accountId, personId }
  const actor: Actor = `member:${crypto.randomUUID()}`
  const desk = { actor, familyId, reason: 'asked for by the family', words: '' } as const
  const selfService = { ...desk, actor: `member:${accountId}`, reason: 'other', words: 'moved away' } as const

  for (let times = 0; times < 2; times += 1) await saveContact(db, player, aContact, desk)
  const [{ id } = { id: '' }] = await listContacts(db, personId)
  const moved = { ...aContact, id, phone: '(555) 010-0188', may_collect: false }
  for (let times = 0; times < 2; times += 1) await saveContact(db, player, moved, desk)
  await saveContact(db, player, { ...moved, relation: 'Aunt' })
  for (let times = 0; times < 2; times += 1) await removeContact(db, player, id, selfService)

  expect(await listContacts(db, personId)).toEqual([])
  const line = { familyId, personId, actor, reason: 'asked for by the family', isOwnFamily: false }
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { ...line, what: 'contact added', after: null },
    { ...line, what: 'contact changed', after: ['phone', 'mayCollect'] },
    { ...line, what: 'contact removed', actor: selfService.actor, reason: 'other', isOwnFamily: true },
  ])
  expect(await db.select({ words: changeNotes.words }).from(changeNotes)).toEqual([{ words: 'moved away' }])
})
