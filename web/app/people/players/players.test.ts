import { expect } from 'vitest'
import { findPerson } from '#people/people.db.server.ts'
import { readUser } from '#people/sign-in/user.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { anAccount, aPlayer, aProgramme } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { createPlayer, updateContact, updatePerson } from './players.server.ts'

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

  const player = await createPlayer(aWorld(db), visitor, pip)

  const { family } = await readUser(db, visitor.accountId)
  expect(family).toEqual([{ id: player.id, ...pip }])
})

test('a player whose form is sent twice is added once; one who differs is another', async ({ db }) => {
  const { visitor } = await anAccount(db)
  const world = aWorld(db)
  const first = await createPlayer(world, visitor, pip)
  const again = await createPlayer(world, visitor, pip)
  const twin = await createPlayer(world, visitor, { ...pip, first_name: 'Pop' })

  expect(again.id).toBe(first.id)
  expect(twin.id).not.toBe(first.id)
  expect((await readUser(db, visitor.accountId)).family).toHaveLength(2)
})

test('an account has room for so many players, and the one too many is told whom to write to', async ({
  db,
}) => {
  await aProgramme(db, { email: 'help@courtside.example', limits: { players: 3 } })
  const { visitor } = await anAccount(db, { kind: 'player' })
  const world = aWorld(db)
  await createPlayer(world, visitor, pip)
  await createPlayer(world, visitor, { ...pip, first_name: 'Juno' })

  await expect(createPlayer(world, visitor, { ...pip, first_name: 'Ada' })).rejects.toMatchObject({
    code: 'too-many-players',
    message: 'An account has room for 3 players. If you need more, write to help@courtside.example.',
  })
})

test('the holder of a player account cannot become younger than 13', async ({ db }) => {
  await aProgramme(db)
  const { visitor, myself } = await anAccount(db, { kind: 'player' })
  const change = (birthday: string) =>
    updatePerson(db, visitor, { ...pip, id: orNotFound(myself).id, birthday })
  const thisYear = new Date().getFullYear()

  await expect(change(`${thisYear - 12}-01-01`)).rejects.toMatchObject({ code: 'player-too-young' })
  expect(await change(`${thisYear - 14}-01-01`)).toMatchObject({ firstName: 'Pip' })
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
  const { id } = await createPlayer(aWorld(db), visitor, pip)

  await updatePerson(db, visitor, { id, first_name: 'Philippa', last_name: 'Vale', phone: '(555) 010-0111' })

  expect(await findPerson(db, visitor.accountId, id)).toMatchObject({
    firstName: 'Philippa',
    phone: '(555) 010-0111',
    birthday: '2016-05-05',
    skillLevel: 'Intermediate',
  })
})

test('an emergency contact keeps a phone number', async ({ db }) => {
  const { visitor, parent } = await anAccount(db)
  const { id } = parent

  const update = updatePerson(db, visitor, { id, first_name: 'Robin', last_name: 'Vale', phone: null })

  await expect(update).rejects.toThrow('Valid phone number is required.')
})

test('nobody reaches the people of another family', async ({ db }) => {
  const { visitor } = await anAccount(db)
  const { id } = await aPlayer(db)

  const update = updatePerson(db, visitor, { id, first_name: 'Mallory', last_name: 'Vale', phone: null })
  await expect(update).rejects.toMatchObject({ code: 'not-found' })
})

test('the emergency contact is the parent: of a parent account the holder, of a player account the other P1.7 P6.12', async ({
  db,
}) => {
  const form = { first_name: 'Alex', last_name: 'Demo', phone: '(555) 010-0199' }
  for (const kind of ['parent', 'player'] as const) {
    const { visitor, myself } = await anAccount(db, { kind })

    await updateContact(db, visitor, form)

    const user = await readUser(db, visitor.accountId)
    expect(user.parent).toMatchObject(form)
    expect(user.myself?.first_name).toBe(myself?.firstName)
  }
})
