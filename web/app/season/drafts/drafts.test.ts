import { asc, eq, isNull, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions, staff } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { exportSeason, seasonNow } from '#season/file/export-season.server.ts'
import { formatSeason, parseStructure, type StructureSession } from '#season/file/season-structure.server.ts'
import { cancelMeeting } from '#season/meetings/cancel-meeting.server.ts'
import { previewDraft } from '#season/publish/publish-season.server.ts'
import { seasonDrafts, seasonPictures, seasonRevisions } from '#season/season.tables.ts'
import { aSeasonWithAFamily } from '../../../test/builders/a-season-with-a-family.ts'
import { aMember } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { eventIn, sessionIn, withSession } from './draft-edits.ts'
import type { Answers } from './draft-merge.ts'
import { listChangeNotices } from './draft-notices.server.ts'
import {
  bringForward,
  createUndoDraft,
  deleteDraft,
  editDraft,
  findDraft,
  mergeDraft,
  publishDraft,
  type Writer,
} from './drafts.server.ts'
import { readEarlierSeasons } from './revisions.server.ts'

const now = new Date('2027-06-02T19:00:00Z')
const siteUrl = 'https://tennis.example'

async function aWriter(db: Db): Promise<Writer> {
  const { id } = await aMember(db, ['registrar'])
  return { accountId: id, actor: `member:${id}` }
}

/** Somebody changes the session of the clinic in a draft. */
const edit = (db: Db, writer: Writer, change: Partial<StructureSession>) =>
  editDraft(db, writer, (season) => {
    const { event } = orNotFound(eventIn(season, 'green'))
    const before = orNotFound(sessionIn(event, '2027-1'))
    return withSession(season, 'green', { ...before, ...change }, '2027-1')
  })

async function publish(db: Db, writer: Writer, tellReworded: boolean | number[] = false) {
  const readAt = orNotFound(await findDraft(db, writer)).changedAt.getTime()
  return publishDraft(db, writer, { readAt, siteUrl, tellReworded, now })
}
const sessionNow = async (db: Db) => orNotFound((await db.select().from(sessions))[0])
const mailsNow = (db: Db) => db.select().from(mails).orderBy(asc(mails.id))

test('a draft is kept for its writer alone, and families see it when it is published', async ({ db }) => {
  await aSeasonWithAFamily(db)
  const [writer, other] = [await aWriter(db), await aWriter(db)]

  await edit(db, writer, { places: 12 })
  await edit(db, writer, { court: 'Court 2' })

  expect(await findDraft(db, other)).toBeUndefined()
  expect((await sessionNow(db)).places).toBe(8)
  const seen = orNotFound(await findDraft(db, writer)).structure
  expect(orNotFound(eventIn(seen, 'green')).event.sessions[0]).toMatchObject({
    places: 12,
    court: 'Court 2',
  })
  expect((await publish(db, writer)).did).toBe('published')
  expect(await sessionNow(db)).toMatchObject({ places: 12, court: 'Court 2' })
  expect(await findDraft(db, writer)).toBeUndefined()
})

test('a draft on an older state is refused with the difference, and is brought onto the new one', async ({
  db,
}) => {
  await aSeasonWithAFamily(db)
  const [bea, marlo] = [await aWriter(db), await aWriter(db)]
  await edit(db, bea, { places: 10, court: 'Court 2' })
  await edit(db, marlo, { places: 12, note: 'Mornings' })
  await publish(db, marlo)

  const refused = await publish(db, bea)

  expect(refused).toMatchObject({ did: 'stale', stale: [{ name: 'Text' }, { name: 'Places' }] })
  const { structure: theirs, revision } = await seasonNow(db)
  const bring = (answers: Answers) => bringForward(db, bea, { revision: orNotFound(revision), answers })
  const { conflicts } = await mergeDraft(db, orNotFound(await findDraft(db, bea)), theirs)
  expect(conflicts).toMatchObject([
    { name: 'Places', was: '8 places', theirs: '12 places', mine: '10 places' },
  ])
  await expect(bring({})).rejects.toThrow('One line needs your answer.')
  await bring({ [orNotFound(conflicts[0]).key]: 'mine' })
  expect((await publish(db, bea)).did).toBe('published')
  expect(await sessionNow(db)).toMatchObject({ places: 10, court: 'Court 2', description: 'Mornings' })
})

test('what was changed in another window meanwhile is not published unread', async ({ db }) => {
  await aSeasonWithAFamily(db)
  const writer = await aWriter(db)
  await edit(db, writer, { places: 10 })
  const readAt = orNotFound(await findDraft(db, writer)).changedAt.getTime() - 1

  await expect(publishDraft(db, writer, { readAt, siteUrl, tellReworded: false, now })).rejects.toThrow(
    'This draft was changed in another window.',
  )
  expect((await sessionNow(db)).places).toBe(8)
})

test('a publish is taken back by a draft of what was before it', async ({ db }) => {
  await aSeasonWithAFamily(db)
  const writer = await aWriter(db)
  const before = (await exportSeason(db)).text.replace(/^revision.*\n/m, '')
  await edit(db, writer, { starts: '2027-07-05', ends: '2027-07-08', places: 12 })
  await publish(db, writer)

  await createUndoDraft(db, writer)
  await expect(createUndoDraft(db, writer)).rejects.toThrow('You are writing a draft.')
  await publish(db, writer)

  expect((await exportSeason(db)).text.replace(/^revision.*\n/m, '')).toBe(before)
  expect(await findDraft(db, writer), 'the draft is over').toBeUndefined()
  const [moved, back] = await mailsNow(db)
  expect(moved?.text).toContain('New days: Jul 5 – 8, 2027')
  expect(back?.text).toContain('New days: Jun 28 – Jul 1, 2027')
})

test('taking a publish back brings the picture of a coach again, whom it had taken from the list', async ({
  db,
}) => {
  await aSeasonWithAFamily(db)
  const mara = {
    name: 'Mara Quillfeather',
    year: 2027,
    bio: 'Plays left-handed.',
    img: 'data:image/png;base64,iVBORw0K',
  }
  await db.insert(staff).values(mara)
  const writer = await aWriter(db)
  await editDraft(db, writer, (season) => ({ ...season, staff: [] }))
  await publish(db, writer)
  expect(await db.$count(staff)).toBe(0)

  await createUndoDraft(db, writer)
  await publish(db, writer)

  expect(await db.select().from(staff)).toMatchObject([mara])
})

test('a picture that went stays while the last publish can be taken back or a draft names it, and no longer', async ({
  db,
}) => {
  await aSeasonWithAFamily(db)
  const img = 'data:image/png;base64,iVBORw0K'
  await db.insert(staff).values({ name: 'Mara Quillfeather', year: 2027, bio: 'Plays left-handed.', img })
  const [writer, other] = [await aWriter(db), await aWriter(db)]
  await edit(db, other, { places: 9 })
  const storedAfter = async (places: number) => {
    await edit(db, writer, { places })
    await publish(db, writer)
    return db.$count(seasonPictures)
  }

  await editDraft(db, writer, (season) => ({ ...season, staff: [] }))
  expect(await storedAfter(10)).toBe(1)
  expect(await storedAfter(11), 'named by a draft').toBe(1)
  await deleteDraft(db, other)
  expect(await storedAfter(12)).toBe(0)
})

test('each line says how many families are told, and a changed text is told when somebody says so', async ({
  db,
}) => {
  const { session } = await aSeasonWithAFamily(db)
  const writer = await aWriter(db)
  await edit(db, writer, { note: 'Mornings (Ages 8 to 10)', places: 12 })
  const draft = orNotFound(await findDraft(db, writer))
  const { structure: after } = draft
  const { moves } = await previewDraft(db, after, now)

  expect(
    await listChangeNotices(db, { before: (await seasonNow(db)).structure, after, moves }),
  ).toMatchObject([
    { name: 'Text', kind: 'text', families: [0], asks: session.id },
    { name: 'Places', kind: 'quiet', families: [] },
  ])
  expect(await mailsNow(db)).toEqual([])
  await publish(db, writer, [session.id])
  expect((await mailsNow(db)).map(({ subject }) => subject)).toEqual(['A session of yours has changed'])
})

test('one meeting is cancelled: families are told with a newer calendar entry, and the season skips the day', async ({
  db,
}) => {
  await aSeasonWithAFamily(db)
  const writer = await aWriter(db)
  await edit(db, writer, { court: 'Court 2' })
  await publish(db, writer)
  const [meeting] = await db.select().from(meetings).where(eq(meetings.day, '2027-06-30'))
  const { id } = orNotFound(meeting)

  await cancelMeeting(db, writer, { id, why: 'Court repairs.', siteUrl, now })

  expect(await db.select().from(meetings).where(eq(meetings.id, id))).toMatchObject([
    { state: 'cancelled', why: 'Court repairs.' },
  ])
  expect(await sessionNow(db)).toMatchObject({ skips: ['2027-06-30'], revision: 1 })
  const [mail] = await mailsNow(db)
  expect(mail?.text).toContain('No meeting on Jun 30, 2027: Court repairs.')
  expect(JSON.stringify(mail?.attachments)).toContain('SEQUENCE:1')
  await expect(cancelMeeting(db, writer, { id, why: 'Again.', siteUrl, now })).rejects.toThrow(
    'cancelled already',
  )
  await edit(db, writer, { places: 12 })
  await publish(db, writer)
  expect((await db.select().from(meetings).where(eq(meetings.id, id)))[0]?.why, 'it stays').toBe(
    'Court repairs.',
  )
})

test('one meeting moves to another day: families read both in one mail, and the season keeps it', async ({
  db,
}) => {
  await aSeasonWithAFamily(db)
  const writer = await aWriter(db)
  await edit(db, writer, { court: 'Court 2' })
  await publish(db, writer)
  const [meeting] = await db.select().from(meetings).where(eq(meetings.day, '2027-06-30'))
  const { id } = orNotFound(meeting)
  const sent = (await mailsNow(db)).length
  const hours = { starts: '10:00', ends: '12:00' }
  const move = (day: string) =>
    cancelMeeting(db, writer, { id, why: 'Rain.', instead: { day, ...hours }, siteUrl, now })
  await expect(move('2027-06-01')).rejects.toThrow('The other day is over.')

  await move('2027-07-03')

  const mail = orNotFound((await mailsNow(db))[sent])
  expect((await mailsNow(db)).length).toBe(sent + 1)
  expect(mail.text).toContain('No meeting on Jun 30, 2027: Rain.')
  expect(mail.text).toContain('A meeting on Jul 3, 2027, 10:00 am to 12:00 pm.')
  expect(await sessionNow(db)).toMatchObject({
    skips: ['2027-06-30'],
    extra: [{ day: '2027-07-03', ...hours }],
  })
  const there = () => db.select().from(meetings).where(eq(meetings.replacesId, id))
  const before = await there()
  expect(before).toMatchObject([{ day: '2027-07-03', state: 'planned', court: 'Court 2' }])
  await edit(db, writer, { places: 12 })
  await publish(db, writer)
  expect(await there()).toEqual(before)
})

test('a session that is removed without a family in it, or that is over, is only not listed any more', async ({
  db,
}) => {
  await aSeasonWithAFamily(db)
  const writer = await aWriter(db)
  await editDraft(db, writer, (season) => withSession(season, 'green', undefined, '2027-1'))
  const lines = async (at: Date) => {
    const { structure } = orNotFound(await findDraft(db, writer))
    const { moves } = await previewDraft(db, structure, at)
    return listChangeNotices(db, { before: (await seasonNow(db)).structure, after: structure, moves })
  }

  expect(await lines(now)).toMatchObject([{ kind: 'move', after: 'does not take place' }])
  expect(await lines(new Date('2028-06-02T19:00:00Z'))).toMatchObject([
    { kind: 'quiet', families: [], after: 'is not listed any more' },
  ])
})

test('a draft and a season of the version before this one go on: what it writes as text alone is read, also where this one wrote before', async ({
  db,
}) => {
  await aSeasonWithAFamily(db)
  const [writer, other] = [await aWriter(db), await aWriter(db)]
  await edit(db, other, { places: 10 })
  await publish(db, other)
  await edit(db, writer, { places: 12 })
  const places = async () =>
    eventIn(orNotFound(await findDraft(db, writer)).structure, 'green')?.event.sessions[0]?.places
  const written = () => db.select({ structure: seasonDrafts.structure }).from(seasonDrafts)
  const asBefore = (to: number) =>
    sql`update season_drafts set text = replace(text, 'places: 12', ${`places: ${to}`})`

  await db.execute(asBefore(14))
  expect([await places(), await written()]).toEqual([14, [{ structure: null }]])
  await db.update(seasonRevisions).set({ structure: null })
  await edit(db, writer, { court: 'Court 2' })
  await db.update(seasonDrafts).set({ structure: null })
  await readEarlierSeasons(db)

  expect(await written()).toEqual([{ structure: orNotFound(await findDraft(db, writer)).structure }])
  expect(await db.$count(seasonRevisions, isNull(seasonRevisions.structure))).toBe(0)
  expect((await publish(db, writer)).did).toBe('published')
  expect(await sessionNow(db)).toMatchObject({ places: 14, court: 'Court 2' })
  await createUndoDraft(db, writer)
  expect(await places()).toBe(10)
})

test('a season that nobody changed makes the same text again', async ({ db }) => {
  await aSeasonWithAFamily(db)
  const { text } = await exportSeason(db)
  expect(formatSeason(parseStructure(text))).toBe(text)
})
