import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { CareNoteForm } from '#people/care/care.schema.ts'
import { careNotes, photoConsents } from '#people/care/care.tables.ts'
import { mostContacts } from '#people/care/care.ts'
import { renewCareNote, saveCareNote } from '#people/care/care-notes.server.ts'
import { listContacts, removeContact, saveContact } from '#people/care/contacts.server.ts'
import { setPhotoConsent } from '#people/care/photo-consents.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, longDay, todayIn } from '#platform/format/dates.ts'
import { toFieldProblems } from '#platform/forms/submit.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { anAccount, aPlayer, aProgramme, timeZone } from '../../../test/builders/builders.ts'
import { aCareNote, aContact } from '../../../test/builders/care.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { meetings } from '../meetings.tables.ts'
import { readCare } from './care.server.ts'
import { eraseOldCareNotes } from './erasing.server.ts'
import { notifyOfErasing } from './notify-erasing.server.ts'

const today = todayIn(timeZone)

async function aChild(db: Db) {
  await aProgramme(db)
  const { id: accountId } = await anAccount(db)
  const { id: personId, firstName } = await aPlayer(db, { accountId })
  return { accountId, personId, firstName }
}

test('a family keeps contacts of its own players alone, in their order, as many as there is room for', async ({
  db,
}) => {
  const player = await aChild(db)
  const stranger = await aChild(db)
  await saveContact(db, player, aContact)
  await saveContact(db, player, { ...aContact, name: 'Grandma', may_collect: false })
  const [first, second] = await listContacts(db, player.personId)
  await saveContact(db, player, { ...aContact, id: first?.id, phone: '(555) 010-0188' })
  const notTheirs = { ...aContact, id: second?.id }
  await expect(saveContact(db, stranger, notTheirs)).rejects.toMatchObject({ code: 'not-found' })
  const foreign = { ...stranger, personId: player.personId }
  await expect(saveContact(db, foreign, aContact)).rejects.toMatchObject({ code: 'not-found' })
  await expect(removeContact(db, foreign, first?.id ?? '')).rejects.toMatchObject({ code: 'not-found' })

  expect(await listContacts(db, player.personId)).toMatchObject([
    { name: 'Alex Vale', phone: '(555) 010-0188', mayCollect: true },
    { name: 'Grandma', mayCollect: false },
  ])
  const another = (more: number) => saveContact(db, player, { ...aContact, name: `Neighbor ${more}` })
  for (let more = 2; more < mostContacts; more += 1) await another(more)
  await expect(another(mostContacts)).rejects.toThrow('There is room for 8 contacts.')
  await removeContact(db, player, first?.id ?? '')
  expect(await listContacts(db, player.personId)).toHaveLength(mostContacts - 1)
})

test('a care note wants consent, and says how much too long it is', () => {
  const form = { category: 'allergy', note: 'x'.repeat(5000), what_to_do: '' }
  const parsed = CareNoteForm.safeParse(form)

  expect(parsed.error && toFieldProblems(parsed.error)).toEqual({
    note: 'This has 5,000 letters, and there is room for 2,000. What matters in the first minute is enough.',
    consent: 'Please agree, or coaches cannot read it.',
  })
  expect(CareNoteForm.safeParse({ ...aCareNote, note: '🎾'.repeat(2000) }).success).toBe(true)
})

test('a care note is erased 30 days after the last meeting that the player is registered for, and says when', async ({
  db,
}) => {
  const { account, pip, rows } = await aDebtor(db)
  const player = { accountId: account.id, personId: pip.id }
  const endOn = async (day: string) => {
    for (const { sessionId } of rows)
      await db.update(sessions).set({ startsOn: day, endsOn: day }).where(eq(sessions.id, sessionId))
  }
  const isThere = async () => {
    await eraseOldCareNotes(db)
    return (await db.$count(careNotes)) === 1
  }
  const readErasesOn = async () => (await readCare(db, pip.id)).note?.erasesOn
  await endOn(addDays(today, 40))
  await saveCareNote(db, player, aCareNote)
  expect(await readErasesOn()).toBe(longDay(addDays(today, 70)))

  await db.update(careNotes).set({ erasesOn: addDays(today, -1) })
  await endOn(addDays(today, -40))
  const moved = { sessionId: rows[0]?.sessionId ?? 0, starts: '09:00', ends: '10:00' }
  await db.insert(meetings).values({ ...moved, day: addDays(today, -30) })
  expect(await readErasesOn()).toBe(longDay(today))
  expect(await isThere()).toBe(true)

  await db.update(meetings).set({ day: addDays(today, -31) })
  expect(await isThere(), 'nobody was told of this day').toBe(true)
  await db.update(careNotes).set({ toldErasesOn: addDays(today, -1) })
  expect(await isThere()).toBe(false)
})

test('a note that the family renews is kept for a year from then, whatever is changed in it', async ({
  db,
}) => {
  const player = await aChild(db)
  await saveCareNote(db, player, aCareNote)
  const { note } = await readCare(db, player.personId)
  expect(note?.erasesOn).toBe(longDay(addDays(today, 30)))

  await renewCareNote(db, player)
  await saveCareNote(db, player, { ...aCareNote, note: 'Peanuts and wasps' })

  const renewed = await readCare(db, player.personId)
  expect(renewed.note).toMatchObject({ note: 'Peanuts and wasps', erasesOn: longDay(addDays(today, 365)) })
})

test('a note whose day is past all at once, since a place was given up, is kept until its family was told a week before', async ({
  db,
}) => {
  const world = aWorld(db)
  const { account, pip, rows } = await aDebtor(db)
  const inSummer = { startsOn: addDays(today, 60), endsOn: addDays(today, 60) }
  const hasPlaces = (some: boolean) => db.update(registrations).set({ removedAt: some ? null : new Date() })
  const hourly = async () => {
    await notifyOfErasing(world)
    await eraseOldCareNotes(db)
    return (await readCare(db, pip.id)).note?.erasesOn
  }
  for (const { sessionId } of rows) await db.update(sessions).set(inSummer).where(eq(sessions.id, sessionId))
  await saveCareNote(db, { accountId: account.id, personId: pip.id }, aCareNote)
  const longAgo = addDays(today, -90)
  await db.update(careNotes).set({ erasesOn: longAgo, toldErasesOn: longAgo })
  expect(await hourly()).toBe(longDay(addDays(today, 90)))

  await hasPlaces(false)
  const inAWeek = longDay(addDays(today, 7))
  expect([await hourly(), await hourly()]).toEqual([inAWeek, inAWeek])
  const notices = await db.select({ subject: mails.subject, familyId: mails.familyId }).from(mails)
  expect(notices).toEqual([{ subject: `A care note is erased on ${inAWeek}`, familyId: account.familyId }])
  const pastDay = addDays(today, -1)
  await db.update(careNotes).set({ erasesOn: pastDay, toldErasesOn: pastDay })
  expect(await hourly()).toBeUndefined()
})

test('a week before a note is erased the family gets one mail that names the day and no word of the note; renewing moves the day', async ({
  db,
}) => {
  const world = aWorld(db)
  const player = await aChild(db)
  await saveCareNote(db, player, aCareNote)
  const endsIn = (days: number) => db.update(careNotes).set({ erasesOn: addDays(today, days) })
  const tellTwice = async () => [await notifyOfErasing(world), await notifyOfErasing(world)]

  await endsIn(8)
  expect(await tellTwice()).toEqual([0, 0])
  await endsIn(7)
  expect(await tellTwice()).toEqual([1, 0])
  await renewCareNote(db, player)
  expect(await tellTwice()).toEqual([0, 0])
  await endsIn(3)
  expect(await tellTwice(), 'of another day, again a week before it').toEqual([1, 0])

  const notices = await db.select().from(mails).orderBy(mails.id)
  expect(notices.map(({ kind, accountId }) => [kind, accountId])).toEqual(
    [1, 2].map(() => ['care note', player.accountId]),
  )
  const [first] = notices
  expect(first?.subject).toBe(`A care note is erased on ${longDay(addDays(today, 7))}`)
  expect(first?.text).toContain(`/pages/family-players/${player.personId}/care`)
  expect(first?.text).toContain(player.firstName)
  for (const secret of ['Vale', aCareNote.note, aCareNote.what_to_do])
    expect(`${first?.text} ${first?.html}`).not.toContain(secret)
})

test('photos may be shown from the consent until it is taken back; what was said stays on record', async ({
  db,
}) => {
  const player = await aChild(db)
  const mayBeShown = async () => (await readCare(db, player.personId)).photos?.mayBeShown ?? false
  expect(await mayBeShown()).toBe(false)

  await setPhotoConsent(db, player, true)
  expect(await mayBeShown()).toBe(true)
  await setPhotoConsent(db, player, true)
  await setPhotoConsent(db, player, false)

  expect(await mayBeShown()).toBe(false)
  expect(await db.select({ said: photoConsents.mayBeShown }).from(photoConsents)).toEqual([
    { said: true },
    { said: false },
  ])
})
