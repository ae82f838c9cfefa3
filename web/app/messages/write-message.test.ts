import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { events } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { guardianAddresses } from '#people/care/care.tables.ts'
import { accounts, releases } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { aMeeting, aMember, anAccount, aSession } from '../../test/builders/builders.ts'
import { aCourt, aPlaceIn, asMember } from '../../test/builders/court.ts'
import { tried } from '../../test/builders/tried.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'
import routes from '../routes.ts'
import type { Audience } from './audience.ts'
import { messageFamilies } from './messages.tables.ts'
import { sentTo } from './sent.server.ts'
import {
  listWritableSessions,
  messageMailAgain,
  previewMessage,
  writeMessage,
} from './write-message.server.ts'

const message = { subject: 'Rain', text: 'No tennis today.\n\nSee you on Thursday.' }

test('a message is one mail a family, with a copy to a confirmed guardian; who has no address is listed, and sent twice it is written once', async ({
  db,
}) => {
  const { session, member, players } = await aCourt(db, 2)
  const [twice, onPaper] = [orNotFound(players[0]), orNotFound(players[1])]
  await aPlaceIn(db, session.id, { firstName: 'Sister', account: twice.accountId })
  await db.update(accounts).set({ email: null }).where(eq(accounts.id, onPaper.accountId))
  const ada = { kind: 'player', firstName: 'Ada' } as const
  const young = [await anAccount(db, ada), await anAccount(db, ada)]
  const [withGuardian, unconfirmed] = [orNotFound(young[0]), orNotFound(young[1])]
  for (const { id } of young) await aPlaceIn(db, session.id, { firstName: 'Ada', account: id })
  await db.insert(guardianAddresses).values([
    { accountId: withGuardian.id, email: 'guardian@example.test', confirmedAt: new Date() },
    { accountId: unconfirmed.id, email: 'asked@example.test' },
  ])
  const id = crypto.randomUUID()

  const preview = await previewMessage(db, member, { to: 'sessions', sessions: [session.id] })
  await writeMessage(db, member, { id, audience: { to: 'sessions', sessions: [session.id] }, ...message })
  await writeMessage(db, member, { id, audience: { to: 'sessions', sessions: [session.id] }, ...message })

  expect(preview.families).toBe(4)
  expect(preview.onPaper).toHaveLength(1)
  expect(preview.withoutGuardian).toMatchObject([{ number: expect.any(Number) }])
  const written = await db.select().from(mails).orderBy(mails.recipient)
  const [family] = await db.select().from(accounts).where(eq(accounts.id, twice.accountId))
  const everybody = [orNotFound(family).email, withGuardian.email, unconfirmed.email, 'guardian@example.test']
  expect(written.map(({ recipient }) => recipient).sort()).toEqual(everybody.sort())
  for (const mail of written)
    expect(mail).toMatchObject({ kind: 'message', replyTo: 'help@courtside.example', subject: 'Rain' })
  expect(orNotFound(written.find(({ recipient }) => recipient === 'guardian@example.test')).text).toContain(
    'This is a copy of what we wrote to Ada.',
  )
  const rows = await db.select().from(messageFamilies)
  expect(rows.map(({ mailId }) => mailId === null).sort()).toEqual([false, false, false, true])
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    {
      what: 'message written',
      actor: member.actor,
      sessionId: session.id,
      after: { families: 4, mails: 3, sessions: 1 },
    },
  ])
})

test('a message to an event, to several sessions, to a day, to all or to those without a release is one mail a family, which names its own sessions; it stands with each session', async ({
  db,
}) => {
  const { session, meeting, players } = await aCourt(db, 1)
  const { accountId } = orNotFound(players[0])
  const event = orNotFound((await db.select().from(events).where(eq(events.id, session.eventId)))[0])
  const later = await aSession(db, { eventId: event.id })
  const elsewhere = await aSession(db)
  await aPlaceIn(db, later.id, { firstName: 'Sister', account: accountId })
  const unsigned = await aPlaceIn(db, elsewhere.id, { firstName: 'Ada' })
  await db.delete(releases).where(eq(releases.accountId, unsigned.accountId))
  const past = await aSession(db, { startsOn: '2020-06-01', endsOn: '2020-06-04' })
  await aPlaceIn(db, past.id, { firstName: 'Old' })
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  const audiences: [Audience, string[]][] = [
    [{ to: 'event', event: event.key }, [accountId]],
    [{ to: 'sessions', sessions: [session.id, later.id] }, [accountId]],
    [{ to: 'day', day: meeting.day }, [accountId]],
    [{ to: 'all' }, [accountId, unsigned.accountId].sort()],
    [{ to: 'unsigned' }, [unsigned.accountId]],
  ]

  for (const [audience, accountIds] of audiences) {
    await db.delete(mails)
    await writeMessage(db, registrar, { id: crypto.randomUUID(), audience, ...message, subject: audience.to })
    const sent = await db.select().from(mails)
    expect(sent.map((mail) => mail.accountId).sort(), audience.to).toEqual(accountIds)
    const names = [session, later].filter(({ id }) => audience.to !== 'day' || id === session.id)
    const theirs = orNotFound(sent.find((mail) => mail.accountId === accountIds[0]))
    if (audience.to !== 'unsigned' && theirs.accountId === accountId)
      for (const { number } of names) expect(theirs.text).toContain(`${event.name}, Session ${number}`)
  }
  const subjects = async (id: number) => (await sentTo(db, id)).map(({ subject }) => subject)
  expect((await subjects(session.id)).sort()).toEqual(['all', 'day', 'event', 'sessions'])
  expect((await subjects(elsewhere.id)).sort()).toEqual(['all', 'unsigned'])
  expect(await subjects(past.id)).toEqual([])
})

test('a coach writes to a day or to all of the own sessions that are open, and to several only where each is', async ({
  db,
}) => {
  const { session, meeting, member } = await aCourt(db, 1)
  const foreign = await aSession(db, { startsOn: session.startsOn })
  await aMeeting(db, { sessionId: foreign.id, day: meeting.day })
  await aPlaceIn(db, foreign.id, { firstName: 'Ada' })
  const sessionsFor = async (audience: Audience) =>
    (await previewMessage(db, member, audience)).sessions.map(({ id }) => id)

  expect(await sessionsFor({ to: 'all' })).toEqual([session.id])
  expect(await sessionsFor({ to: 'day', day: meeting.day })).toEqual([session.id])
  expect((await listWritableSessions(db, member)).map(({ id }) => id)).toEqual([session.id])
  await expect(sessionsFor({ to: 'sessions', sessions: [session.id, foreign.id] })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a coach writes to the families of the own sessions around their meetings, and to no others', async ({
  db,
}) => {
  const { session, member } = await aCourt(db, 1)
  const other = asMember(await aMember(db, ['coach']), ['coach'])
  const later = new Date(Date.now() + 30 * 86_400_000)

  await expect(previewMessage(db, other, { to: 'sessions', sessions: [session.id] })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(
    writeMessage(
      db,
      member,
      { id: crypto.randomUUID(), audience: { to: 'sessions', sessions: [session.id] }, ...message },
      later,
    ),
  ).rejects.toMatchObject({ code: 'not-your-work' })
})

test('a message says who wrote it, by first name and as coach or for the programme', async ({ db }) => {
  const { session, member, players } = await aCourt(db, 1)
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  const texts: string[] = []
  for (const writer of [member, registrar]) {
    const id = crypto.randomUUID()
    await writeMessage(db, writer, { id, audience: { to: 'sessions', sessions: [session.id] }, ...message })
    const again = await messageMailAgain(db, orNotFound(players[0]).accountId, id)
    texts.push(orNotFound(again).text)
  }

  const sent = await db.select({ text: mails.text }).from(mails).orderBy(mails.id)
  expect(sent.map(({ text }) => text)).toEqual(texts)
  expect(texts[0]).toContain('Written by Robin, coach.')
  expect(texts[1]).toMatch(/Written by Robin, for \w/)
})

test('a coach sends ten messages in an hour and the desk forty; what is one too many is refused in a sentence, and nothing typed is lost', async ({
  db,
}) => {
  const { session, member, coach } = await aCourt(db, 1)
  const registrar = await aMember(db, ['registrar'])
  const send = (who: typeof member, id = crypto.randomUUID()) =>
    writeMessage(db, who, { id, audience: { to: 'sessions', sessions: [session.id] }, ...message })
  const first = crypto.randomUUID()
  await send(member, first)
  for (let sent = 1; sent < 10; sent += 1) await send(member)
  await tried(db, `message:${registrar.id}`, { tries: 40, minutes: 60 })

  const site = await aSite(aWorld(db), routes)
  for (const { token } of [coach, registrar]) {
    const form = { id: crypto.randomUUID(), ...message, subject: 'One more', step: 'send' }
    const headers = { cookie: `sign-in=${token}` }
    const body = new URLSearchParams(form)
    const answer = await site(`/desk/message?to=sessions&session=${session.id}`, {
      method: 'POST',
      headers,
      body,
    })
    const page = await answer.text()
    expect([answer.status, page.includes('One more'), page.includes('See you on Thursday.')]).toEqual([
      429,
      true,
      true,
    ])
    expect(page).toContain('messages in this hour, and nothing more was sent.')
  }
  await send(member, first)
  expect(await db.$count(mails)).toBe(10)
})
