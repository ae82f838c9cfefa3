import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { addDays, longDay, todayIn } from '#platform/format/dates.ts'
import { aMember, aProgramme, timeZone } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { findAsker } from './member.server.ts'
import { setDates } from './members.server.ts'
import { members } from './team.tables.ts'
import { warnExpiringDates } from './warn-dates.server.ts'

test('thirty days before a check runs out the member and the owners are told, once, and nobody is locked out', async ({
  db,
}) => {
  await aProgramme(db)
  const [owner, coach] = [await aMember(db, ['owner']), await aMember(db, ['coach'])]
  const today = todayIn(timeZone)
  const [near, far] = [addDays(today, 30), addDays(today, 31)]
  await setDates(db, 'site', coach.id, { backgroundCheckUntil: near, safetyTrainingUntil: far })

  expect([await warnExpiringDates(db), await warnExpiringDates(db)]).toEqual([1, 0])

  const notices = await db.select().from(mails).orderBy(mails.id)
  expect(
    notices.map(({ recipient, text }) => [
      recipient,
      text.includes(longDay(near)),
      text.includes(longDay(far)),
    ]),
  ).toEqual([
    [coach.email, true, false],
    [owner.email, true, false],
  ])
  await setDates(db, 'site', coach.id, { backgroundCheckUntil: addDays(today, -1), safetyTrainingUntil: far })
  expect((await findAsker(db, coach.token))?.roles).toEqual(['coach'])
  await db
    .update(members)
    .set({ warnedAt: new Date(Date.now() - 40 * 86_400_000), safetyTrainingUntil: near })
    .where(eq(members.accountId, coach.id))
  expect(await warnExpiringDates(db), 'of another date').toBe(1)
})
