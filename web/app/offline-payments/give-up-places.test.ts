import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { timeZone } from '../../test/builders/builders.ts'
import { aDebtor } from '../../test/builders/money/debtor.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { giveUpUnpaidPlaces } from './give-up-places.server.ts'
import { recordPayment } from './offline-payments.server.ts'

const standing = async (db: Db) => ({
  taken: (await db.select().from(sessions).orderBy(asc(sessions.id))).map(({ taken }) => taken),
  by: (await db.select().from(registrations).orderBy(asc(registrations.id))).map(
    ({ removedBy }) => removedBy,
  ),
})

test('a family’s unpaid places are given back by its name; it gets a mail, and who did it is kept and logged', async ({
  db,
}) => {
  const { account, pip } = await aDebtor(db)

  await giveUpUnpaidPlaces(aWorld(db), { text: 'lobwell', registrationIds: [], actor: 'command:robin' })

  expect(await standing(db)).toEqual({ taken: [0, 0], by: ['command:robin', 'command:robin'] })
  const { familyId } = account
  const line = { actor: 'command:robin', what: 'places given up', familyId, personId: pip.id }
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    line,
    { ...line, reason: 'never paid' },
  ])
  const [mail] = await db.select().from(mails)
  expect(mail).toMatchObject({ recipient: account.email, subject: 'Places of yours were given back' })
  expect(mail?.text).toContain('Pip: Green Ball Clinic, Session 1, Jun 21, 2027')
})

test('one registration of an invoice is given back, the others stay', async ({ db }) => {
  const { invoice, rows } = await aDebtor(db)
  const orange = rows[1]?.id ?? 0

  await giveUpUnpaidPlaces(aWorld(db), { text: invoice, registrationIds: [orange], actor: 'command:robin' })

  expect(await standing(db)).toEqual({ taken: [1, 0], by: [null, 'command:robin'] })
})

test('what has begun stays due when a family’s places are given back, unless it is named', async ({ db }) => {
  const { account, rows } = await aDebtor(db)
  const [green, orange] = rows
  const hasBegun = { startsOn: addDays(todayIn(timeZone), -1) }
  await db
    .update(sessions)
    .set(hasBegun)
    .where(eq(sessions.id, green?.sessionId ?? 0))
  const release = (registrationIds: number[]) =>
    giveUpUnpaidPlaces(aWorld(db), { text: account.email, registrationIds, actor: 'command:robin' })

  expect((await release([])).released.map(({ id }) => id)).toEqual([orange?.id])
  expect((await standing(db)).taken).toEqual([1, 0])

  await release([green?.id ?? 0])
  expect((await standing(db)).taken).toEqual([0, 0])
})

test('nothing is given back that is paid, or when more than one family may be meant', async ({ db }) => {
  const { payment, account } = await aDebtor(db)
  const other = await aDebtor(db)
  const release = (text: string) =>
    giveUpUnpaidPlaces(aWorld(db), { text, registrationIds: [], actor: 'command:robin' })

  await expect(release('lobwell')).rejects.toThrow(
    `More than one family is meant: ${account.email}, ${other.account.email}. Write the e-mail of one.`,
  )
  await recordPayment(aWorld(db), payment)
  await expect(release(account.email)).rejects.toThrow(
    'This family has no unpaid place that could be given back.',
  )
  expect((await standing(db)).taken).toEqual([1, 1, 1, 1])
})
