import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { people, releases } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { found } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { Role } from '#team/roles.ts'
import { aMeeting, aMember } from '../../test/builders.ts'
import { aCourt, asMember } from '../../test/court.ts'
import { test } from '../../test/database.ts'
import { absences } from './attendance.tables.ts'
import { markByForm } from './marks.server.ts'
import { rosterFile, sessionRoster } from './roster.server.ts'

test('a roster tells over all meetings who came, who has paid and who has not signed the release; a coach sees no sum, a reader names and levels', async ({
  db,
}) => {
  const { session, meeting, member, players } = await aCourt(db, 2)
  const [ada, ben] = [found(players[0]), found(players[1])]
  await db
    .update(registrations)
    .set({ paidAt: new Date(), paidBy: 'cash' })
    .where(eq(registrations.personId, ada.id))
  await db.delete(releases).where(eq(releases.accountId, ben.accountId))
  const second = await aMeeting(db, { sessionId: session.id, day: session.endsOn })
  await markByForm(db, member, meeting.id, { personId: ada.id, mark: 'late', collectedBy: null })
  await db.insert(absences).values({ meetingId: second.id, personId: ben.id })
  const rosterFor = async (role: Role) =>
    (await sessionRoster(db, asMember(await aMember(db, [role]), [role]), session.id)).players

  expect((await sessionRoster(db, member, session.id)).players).toMatchObject([
    { isPaid: true, isUnsigned: false, sum: null, marks: ['late', null] },
    { isPaid: false, isUnsigned: true, sum: null, marks: [null, 'excused'] },
  ])
  expect((await rosterFor('registrar'))[0]).toMatchObject({
    isPaid: true,
    sum: '$180.00',
    age: expect.any(Number),
  })
  expect((await rosterFor('reader'))[1]).toMatchObject({
    ...{ level: 'Beginner', age: null, isPaid: null, sum: null, marks: [null, null] },
  })
  await expect(rosterFor('coach')).rejects.toMatchObject({ code: 'not-found' })
})

test('in the file for a spreadsheet no name is a formula, and the log knows its number of rows', async ({
  db,
}) => {
  const { session, member, players } = await aCourt(db, 5)
  const names = ['=HYPERLINK("x")', '+1', '-1', '@sum', 'Ada, "the ace"']
  for (const [index, firstName] of names.entries())
    await db
      .update(people)
      .set({ firstName })
      .where(eq(people.id, found(players[index]).id))

  const lines = (await rosterFile(db, member, session.id)).split('\r\n')

  expect(lines).toHaveLength(5 + 2)
  for (const line of lines.slice(1, -1)) expect(line).toMatch(/^("?'[=+\-@]|"Ada, ""the ace"" Vale")/)
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { what: 'roster downloaded', actor: member.actor, sessionId: session.id, after: { rows: 5 } },
  ])
})
