import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { absences } from '#meetings/attendance/attendance.tables.ts'
import { markByForm } from '#meetings/attendance/marks.server.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { meetingSpan } from '#meetings/spans.db.server.ts'
import { contacts } from '#people/care/care.tables.ts'
import { accounts, people, releases } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'
import type { Member } from '#team/member.server.ts'
import type { Role } from '#team/roles.ts'
import { aMeeting, aMember, payByHand } from '../../../test/builders/builders.ts'
import { aCourt, asMember } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { rosterFile, sessionRoster } from './roster.server.ts'

test('a roster tells over all meetings who came, who has paid and who has not signed the release; a coach sees no sum, a reader names and levels', async ({
  db,
}) => {
  const { session, meeting, member, players } = await aCourt(db, 2)
  const [ada, ben] = [orNotFound(players[0]), orNotFound(players[1])]
  await payByHand(db, [ada.registrationId], 'cash')
  await db.delete(releases).where(eq(releases.accountId, ben.accountId))
  const second = await aMeeting(db, { sessionId: session.id, day: session.endsOn })
  await markByForm(db, member, meeting.id, { personId: ada.id, mark: 'late', collectedBy: null })
  await db.insert(absences).values({ meetingId: second.id, personId: ben.id })
  const rosterFor = async (role: Role) =>
    (await sessionRoster(db, asMember(await aMember(db, [role]), [role]), session.id)).players

  expect((await sessionRoster(db, member, session.id)).players).toMatchObject([
    { standing: 'paid', isUnsigned: false, priceCents: null, marks: ['late', null] },
    { standing: 'unpaid', isUnsigned: true, priceCents: null, marks: [null, 'excused'] },
  ])
  expect((await rosterFor('registrar'))[0]).toMatchObject({
    standing: 'paid',
    priceCents: 18_000,
    age: expect.any(Number),
  })
  expect((await rosterFor('reader'))[1]).toMatchObject({
    ...{ level: 'Beginner', age: null, standing: null, priceCents: null, marks: [null, null] },
  })
  await expect(rosterFor('coach')).rejects.toMatchObject({ code: 'not-found' })
})

test('a birthday or ages that are corrected later remove nobody: who may see ages sees whose do not fit, but where an exception was granted', async ({
  db,
}) => {
  const { session, member, players } = await aCourt(db, 3)
  const [ada, ben, cleo] = [orNotFound(players[0]), orNotFound(players[1]), orNotFound(players[2])]
  await db
    .update(people)
    .set({ birthday: '1999-03-14' })
    .where(inArray(people.id, [ada.id, ben.id]))
  await db.update(people).set({ birthday: null }).where(eq(people.id, cleo.id))
  await db.update(sessions).set({ agesFrom: 8, agesTo: 18 }).where(eq(sessions.id, session.id))
  await db.insert(ageExceptions).values({ personId: ben.id, sessionId: session.id, state: 'granted' })
  const reader = asMember(await aMember(db, ['reader']), ['reader'])

  const roster = await sessionRoster(db, member, session.id)
  expect(roster.players).toHaveLength(3)
  expect(roster.misfits).toEqual([
    { id: ada.id, name: 'Player 000 Vale', problem: expect.stringContaining('this is for 8 to 18.') },
  ])
  expect((await sessionRoster(db, reader, session.id)).misfits).toEqual([])
})

test('a roster gives the numbers to call to the desk, and to its coach from a day before a meeting to 12 hours after; who may open a family is led there', async ({
  db,
}) => {
  const { session, meeting, member, players } = await aCourt(db, 1)
  const { id, accountId } = orNotFound(players[0])
  const gran = { name: 'Ida Vale', relation: 'Grandmother', phone: '(555) 010-0177' }
  await db.insert(contacts).values({ ...gran, personId: id, position: 1 })
  const [family] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  const reader = asMember(await aMember(db, ['reader']), ['reader'])
  const { endsAt } = await spanOf(db, meeting.id)
  const playerFor = async (asker: Member, now?: Date) =>
    orNotFound((await sessionRoster(db, asker, session.id, now)).players[0])
  const calls = [
    { who: 'Robin Vale, parent', phone: '(555) 010-0100' },
    { who: 'Ida Vale, grandmother', phone: '(555) 010-0177' },
  ]

  expect(await playerFor(registrar)).toMatchObject({ calls, family: orNotFound(family).number })
  expect(await playerFor(member, hours(endsAt, 12))).toMatchObject({ calls, family: null })
  expect(await playerFor(member, hours(endsAt, 13))).toMatchObject({ calls: [], family: null })
  expect(await playerFor(reader)).toMatchObject({ calls: [], family: null })
})

const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)

async function spanOf(db: Db, meetingId: string) {
  const [span] = await db.select(meetingSpan).from(meetings).where(eq(meetings.id, meetingId))
  return orNotFound(span)
}

test('in the file for a spreadsheet a price is a number, the parent can be called, no name is a formula, and the log knows its number of rows', async ({
  db,
}) => {
  const { session, member, players } = await aCourt(db, 5)
  const names = ['=HYPERLINK("x")', '+1', '-1', '@sum', 'Ada, "the ace"']
  for (const [index, firstName] of names.entries())
    await db
      .update(people)
      .set({ firstName })
      .where(eq(people.id, orNotFound(players[index]).id))

  const lines = (await rosterFile(db, member, session.id)).split('\r\n')

  expect(lines).toHaveLength(5 + 2)
  for (const line of lines.slice(1, -1)) expect(line).toMatch(/^("?'[=+\-@]|"Ada, ""the ace"" Vale")/)
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { what: 'roster downloaded', actor: member.actor, sessionId: session.id, after: { rows: 5 } },
  ])
  const owner = asMember(await aMember(db, ['owner']), ['owner'])
  const [head, first] = (await rosterFile(db, owner, session.id)).split('\r\n')
  expect(head).toBe(
    `\ufeffName,Age,Level,Paid,Price,Parent or other contact,Phone,Other contacts,${session.startsOn}`,
  )
  expect(first).toMatch(/,Beginner,no,180\.00,"Robin Vale, parent",\(555\) 010-0100,,$/)
})
