import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listFamilies } from '#desk/families/list-families.server.ts'
import { addFamilyAtDesk, registerAtDesk } from '#desk/family/registration/desk-families.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { absences } from '#meetings/attendance/attendance.tables.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { welcome } from '#people/accounts/desk-account.server.ts'
import { careNotes, photoConsents } from '#people/care/care.tables.ts'
import { formerNames, people } from '#people/people.tables.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import routes from '#routes.ts'
import {
  aMember,
  anAccount,
  anEvent,
  aProgramme,
  aSession,
  timeZone,
} from '../../../test/builders/builders.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { test } from '../../../test/harness/database.ts'
import { latestMail } from '../../../test/harness/latest-mail.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { familyAt } from './family.server.ts'

const why = { reason: 'asked for by the family', words: '' }
const caller = { address: '192.0.2.7', siteUrl: 'http://localhost:3000' }

/** A registrar's browser at the page of a family. */
async function aRegistrar(db: Db, number: number) {
  const { token, id } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  const page = `/desk/families/${number}`
  const send = (path: string, form: Record<string, string>) =>
    site(page + path, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { cookie: `sign-in=${token}` },
    })
  const save = async (path: string, form: Record<string, string>) => {
    const { status, headers } = await send(path, { ...why, ...form })
    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining(`${page}?done=`)])
  }
  return { send, save, actor: `member:${id}` as const }
}

async function aPaperFamily(db: Db) {
  await aProgramme(db)
  const parent = { firstName: 'Édith', lastName: 'Lobwell', phone: '(555) 010-0177', email: null }
  const player = {
    ...{ first_name: 'Pip', last_name: 'Lobwell', birthday: '2018-03-02', skill_level: 'Beginner' as const },
    ...{ phone: null, is_active: true },
  }
  const personId = crypto.randomUUID()
  const { number } = await addFamilyAtDesk(aWorld(db), { parent, player, key: personId }, 'command:bea')
  return { number, personId }
}

const edit = {
  ...{ 'holder.first_name': 'Édith', 'holder.last_name': 'Marchbanks' },
  ...{ first_name: 'Alex', last_name: 'Vale', phone: '555 010 0199' },
}
const linesOf = (db: Db, actor: string) =>
  db
    .select({ what: changes.what, after: changes.after, reason: changes.reason, words: changeNotes.words })
    .from(changes)
    .leftJoin(changeNotes, eq(changeNotes.changeId, changes.id))
    .where(eq(changes.actor, actor as 'site'))
    .orderBy(asc(changes.id))

test('the desk changes whose account it is, whom we call and a player, and the log has the fields and why', async ({
  db,
}) => {
  const { account, pip, payment } = await aDebtor(db)
  const number = Number(payment.invoice.slice(5))
  const { send, save, actor } = await aRegistrar(db, number)
  const player = {
    first_name: 'Pippa',
    last_name: 'Lobwell',
    birthday: '2017-04-12',
    skill_level: 'Advanced',
  }

  const wrong = await send('/edit', { ...edit, phone: '12', reason: 'other', words: '' })
  const text = await wrong.text()
  expect(wrong.status).toBe(400)
  for (const word of ['Invalid phone number.', 'Write why, in a few words.', 'value="Marchbanks"'])
    expect(text).toContain(word)
  await save('/edit', { ...edit, reason: 'other', words: 'married' })
  await save('/edit', edit)
  await save(`/players/${pip.id}`, { ...player, phone: '' })
  expect((await send(`/players/${account.parent.id}`, { ...why, ...player, phone: '' })).status).toBe(404)

  expect(await familyAt(db, number)).toMatchObject({ firstName: 'Édith', lastName: 'Marchbanks' })
  const everybody = await db.select().from(people).where(eq(people.accountId, account.id))
  expect(everybody).toContainEqual(
    expect.objectContaining({ role: 'parent', firstName: 'Alex', phone: '(555) 010-0199' }),
  )
  expect(everybody).toContainEqual(
    expect.objectContaining({ firstName: 'Pippa', birthday: '2017-04-12', skillLevel: 'Advanced' }),
  )
  expect(await db.$count(formerNames)).toBe(1)
  expect((await listFamilies(db, todayIn(timeZone), { text: '(555) 010-0199' })).families).toMatchObject([
    { number },
  ])
  expect(await linesOf(db, actor)).toEqual([
    {
      ...{ what: 'family changed', after: ['holderName', 'contactName', 'contactPhone'] },
      ...{ reason: 'other', words: 'married' },
    },
    {
      ...{ what: 'player changed', after: ['firstName', 'birthday', 'skillLevel'] },
      ...{ reason: why.reason, words: null },
    },
  ])
})

test('the desk gives a family on paper its email once nobody else has it, and never changes that of one with a password', async ({
  db,
}) => {
  const { number } = await aPaperFamily(db)
  const other = await anAccount(db)
  const { send, save } = await aRegistrar(db, number)
  const refusalOf = async (form: Record<string, string>) =>
    (await (await send('/edit', { ...why, ...edit, ...form })).text()).replace(/<!-- -->/g, '')

  expect(await refusalOf({ email: other.email })).toContain('This email belongs to family')
  await save('/edit', { ...edit, email: 'edit@example.test' })
  const mistyped = await latestMail(db, 'edit@example.test')
  await save('/edit', { ...edit, email: 'edith@example.test' })
  const { token, kind } = await latestMail(db, 'edith@example.test')
  const password = 'volley-and-lob-44'
  await expect(welcome(db, mistyped.token, password, caller)).rejects.toMatchObject({ code: 'token-spent' })
  await welcome(db, token, password, caller)

  expect(kind).toBe('welcome')
  await expect(signIn(db, { email: 'edith@example.test', password }, caller)).resolves.toBeTruthy()
  expect(await refusalOf({ email: 'thief@example.test' })).toContain('This family has a password')
  expect(await familyAt(db, number)).toMatchObject({ email: 'edith@example.test', isUnopened: false })
  expect(await db.$count(mails)).toBe(2)
})

test('the desk says for a family on paper that a player does not come, and deletes none who has a place', async ({
  db,
}) => {
  const { number, personId } = await aPaperFamily(db)
  const { save, send, actor } = await aRegistrar(db, number)
  const { id: eventId } = await anEvent(db)
  const { id: sessionId } = await aSession(db, { eventId })
  const place = { personId, sessionId, seenCents: 18_000, idempotencyKey: crypto.randomUUID(), words: '' }
  await registerAtDesk(aWorld(db), await familyAt(db, number), place, actor)
  const day = addDays(todayIn(timeZone), 3)
  const [meeting] = await db
    .insert(meetings)
    .values({ sessionId, day, starts: '09:00', ends: '10:00' })
    .returning()
  const id = orNotFound(meeting).id
  const page = `/players/${personId}`

  expect((await send(`${page}/absence`, { ...why, meeting: '', is_absent: 'yes' })).status).toBe(400)
  await save(`${page}/absence`, { meeting: id, is_absent: 'yes' })
  expect(await db.select().from(absences)).toMatchObject([{ meetingId: id, personId, takenBackAt: null }])
  const refused = await send(`${page}/delete`, why)

  expect(await refused.text()).toContain('because they are currently registered for sessions.')
  expect(await db.$count(people, eq(people.id, personId))).toBe(1)
  expect((await linesOf(db, actor)).at(-1)).toMatchObject({ what: 'player changed', after: ['absence'] })
})

test('for a family on paper the desk keeps a care note, says of photos, and deletes a player who has no place', async ({
  db,
}) => {
  const { number, personId } = await aPaperFamily(db)
  const { save, send, actor } = await aRegistrar(db, number)
  const page = `/players/${personId}`
  const note = { category: 'allergy', note: 'Peanuts', what_to_do: '' }

  const unagreed = await send(`${page}/note`, { ...why, ...note })
  expect(unagreed.status).toBe(400)
  expect(await unagreed.text()).toContain('Peanuts</textarea>')
  await save(`${page}/note`, { ...note, consent: 'on' })
  await save(`${page}/keep-note`, {})
  await save(`${page}/photos`, { may_be_shown: 'yes' })
  expect(await db.select().from(careNotes)).toMatchObject([{ personId, note: 'Peanuts' }])
  expect(await db.select().from(photoConsents)).toMatchObject([{ personId, mayBeShown: true }])
  await save(`${page}/erase-note`, { reason: 'other', words: 'Pip outgrew it' })
  expect(await db.$count(careNotes)).toBe(0)
  await save(`${page}/delete`, {})

  expect(await db.$count(people, eq(people.id, personId))).toBe(0)
  const lines = await linesOf(db, actor)
  expect(lines.map(({ what, after }) => [what, after])).toEqual([
    ['player changed', ['careNote']],
    ['player changed', ['careNote']],
    ['player changed', ['photos']],
    ['player changed', ['careNote']],
    ['player deleted', null],
  ])
  expect(lines.map(({ words }) => words)).toEqual([null, null, null, null, null])
})
