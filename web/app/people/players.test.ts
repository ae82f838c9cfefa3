import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { found } from '#platform/refusal.ts'
import { anAccount, aPlayer, aSession } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { personOf } from './people.db.server.ts'
import { createPlayer, deletePlayer, updatePerson } from './players.server.ts'
import { readUser } from './user.server.ts'

const pip = {
  first_name: 'Pip',
  last_name: 'Vale',
  phone: null,
  birthday: '2016-05-05',
  skill_level: 'Intermediate',
  is_active: true,
} as const

test('a new player joins the family of the signed-in account P3.4 P3.5 P7.18', async ({ db }) => {
  const { visitor } = await anAccount(db)

  const player = await createPlayer(db, visitor, pip)

  const { family } = await readUser(db, visitor.accountId)
  expect(family).toEqual([{ id: player.id, ...pip }])
})

test('a parent account has a parent alone, a player account has both P3.2 P3.3', async ({ db }) => {
  const parent = await anAccount(db)
  const player = await anAccount(db, { kind: 'player' })

  expect(await readUser(db, parent.id)).toEqual({
    id: parent.id,
    email: parent.email,
    liability_agreed: true,
    myself: null,
    parent: expect.objectContaining({ id: parent.parent.id, first_name: 'Robin' }),
    family: [],
  })
  expect(await readUser(db, player.id)).toMatchObject({
    myself: { id: player.myself?.id },
    parent: { id: player.parent.id },
  })
})

test('an update keeps birthday and level that do not come along P7.17', async ({ db }) => {
  const { visitor } = await anAccount(db)
  const { id } = await createPlayer(db, visitor, pip)

  await updatePerson(db, visitor, { id, first_name: 'Philippa', last_name: 'Vale', phone: '(555) 010-0111' })

  expect(await personOf(db, visitor.accountId, id)).toMatchObject({
    firstName: 'Philippa',
    phone: '(555) 010-0111',
    birthday: '2016-05-05',
    skillLevel: 'Intermediate',
  })
})

test('an emergency contact keeps a phone number P5.34', async ({ db }) => {
  const { visitor, parent } = await anAccount(db)
  const { id } = parent

  const update = updatePerson(db, visitor, { id, first_name: 'Robin', last_name: 'Vale', phone: null })

  await expect(update).rejects.toThrow('Valid phone number is required.')
})

test('a player without registrations can be deleted P7.19', async ({ db }) => {
  const { visitor } = await anAccount(db)
  const { id } = await createPlayer(db, visitor, pip)

  await deletePlayer(db, visitor, id)

  expect(await personOf(db, visitor.accountId, id)).toBeUndefined()
})

test('a registered player cannot be deleted P5.35 P8.16', async ({ db }) => {
  const { visitor } = await anAccount(db)
  const { id } = await createPlayer(db, visitor, pip)
  const session = await aSession(db)
  const { accountId } = visitor
  await db.execute(sql`
    with placed as (
      insert into orders (account_id, method, idempotency_key, total_cents)
      values (${accountId}, 'later', 'one', 18000) returning id
    )
    insert into registrations (account_id, person_id, session_id, order_id, price_cents)
    select ${accountId}, ${id}, ${session.id}, placed.id, 18000 from placed`)

  const deletion = deletePlayer(db, visitor, id)

  await expect(deletion).rejects.toThrow(
    'Cannot delete Pip Vale because they are currently registered for sessions.',
  )
  expect(await personOf(db, accountId, id)).toBeDefined()
})

test('nobody reaches the people of another family', async ({ db }) => {
  const { visitor } = await anAccount(db)
  const { id } = await aPlayer(db)

  const update = updatePerson(db, visitor, { id, first_name: 'Mallory', last_name: 'Vale', phone: null })
  await expect(update).rejects.toMatchObject({ code: 'not-found' })
  await expect(deletePlayer(db, visitor, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('neither the parent nor oneself can be deleted', async ({ db }) => {
  const { visitor, parent, myself } = await anAccount(db, { kind: 'player' })

  for (const person of [parent, found(myself)])
    await expect(deletePlayer(db, visitor, person.id)).rejects.toMatchObject({ code: 'not-found' })
})
