import { desc } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { retention } from '#platform/retention.ts'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { sweep } from '../accounts/sweep.server.ts'
import { guardianAddresses } from './care.tables.ts'
import { askGuardian, confirmGuardian, findGuardian } from './guardian.server.ts'

const caller = { address: '192.0.2.7', siteUrl: 'https://tennis.example' }

const newestMail = async (db: Db) => (await db.select().from(mails).orderBy(desc(mails.id)).limit(1))[0]
const linkIn = (text = '') => /confirm-guardian\/([\w-]+)/.exec(text)?.[1] ?? ''

test('a parent of a player account gets copies only once the address said yes, and is told no name before', async ({
  db,
}) => {
  await aProgramme(db)
  const { visitor, myself } = await anAccount(db, { kind: 'player', firstName: 'Zephyrine' })
  await askGuardian(db, visitor, 'first@example.test', caller)
  const old = linkIn((await newestMail(db))?.text)
  await askGuardian(db, visitor, 'kim@example.test', caller)
  const mail = await newestMail(db)

  expect(mail).toMatchObject({
    recipient: 'kim@example.test',
    subject: 'May Courtside Youth Tennis write to you?',
    accountId: visitor.accountId,
  })
  for (const word of ['Zephyrine', myself?.firstName ?? '', 'Vale', visitor.email])
    expect(`${mail?.text} ${mail?.html}`).not.toContain(word)
  expect(await findGuardian(db, visitor.accountId)).toEqual({ email: 'kim@example.test', confirmedAt: null })
  await expect(confirmGuardian(db, old, caller)).rejects.toMatchObject({ code: 'token-spent' })
  await confirmGuardian(db, linkIn(mail?.text), caller)

  expect(await findGuardian(db, visitor.accountId)).toMatchObject({ confirmedAt: expect.any(Date) })
  await expect(confirmGuardian(db, linkIn(mail?.text), caller)).rejects.toMatchObject({ code: 'token-spent' })
})

test('an address that nobody confirms is forgotten; a parent account has none', async ({ db }) => {
  await aProgramme(db)
  const { visitor } = await anAccount(db, { kind: 'player' })
  const parent = await anAccount(db)
  await askGuardian(db, visitor, 'kim@example.test', caller)
  await expect(askGuardian(db, parent.visitor, 'kim@example.test', caller)).rejects.toMatchObject({
    code: 'not-found',
  })
  await sweep(db)
  expect(await db.$count(guardianAddresses)).toBe(1)

  await db.update(guardianAddresses).set({
    askedAt: new Date(Date.now() - retention.guardianDays * 86_400_000 - 60_000),
  })
  await sweep(db)

  expect(await db.$count(guardianAddresses)).toBe(0)
})
