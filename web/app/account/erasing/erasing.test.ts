import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { familyData } from '#account/family-data.server.ts'
import { references } from '#account/references.ts'
import { mails } from '#mail/mail.tables.ts'
import { attendance, meetingNotes } from '#meetings/attendance/attendance.tables.ts'
import { meetingGuests } from '#meetings/meetings.tables.ts'
import { messageFamilies, messages } from '#messages/messages.tables.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import { offlinePayments } from '#registrations/registrations.tables.ts'
import { toStructureColumns } from '#season/file/season-structure.server.ts'
import { seasonRevisions } from '#season/season.tables.ts'
import { invitations } from '#team/team.tables.ts'
import { anAccount, aPlayer } from '../../../test/builders/builders.ts'
import { aCourt } from '../../../test/builders/court.ts'
import { aSeason, seededDice } from '../../../test/builders/seasons.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { eraseAccount } from './erase-account.server.ts'

type Rows<Row> = { rows: Row[] }
const read = async <Row>(db: Db, query: ReturnType<typeof sql>) =>
  ((await db.execute(query)) as unknown as Rows<Row>).rows

/** Every row of every table. */
async function dump(db: Db): Promise<string> {
  const tables = await read<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of tables)
    texts.push(JSON.stringify(await read(db, sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`)))
  return texts.join('\n')
}

test('every column that refers to a person, an account or a family has its rule for erasing, and what it tells is in "Download my data"', async ({
  db,
}) => {
  const columns = await read<{ name: string }>(
    db,
    sql`select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
        and (attname ~ '^(account_id|family_id|person_id|actor|by)$' or attname ~ '_by$'
          or exists (select from pg_constraint where contype = 'f' and conrelid = attrelid and conkey[1] = attnum
            and confrelid in ('accounts'::regclass, 'people'::regclass, 'families'::regclass, 'members'::regclass)))
      order by 1`,
  )
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(references).sort())

  const { id } = await anAccount(db)
  const shown = Object.values(references).flatMap(({ shownAs }) => shownAs ?? [])
  expect(Object.keys(await familyData(db, id))).toEqual(expect.arrayContaining(shown))
})

test('when a coach, a player with marks and a family with notes go, no text of theirs is left in any table', async ({
  db,
  gateway,
}) => {
  const world = aWorld(db, gateway.settings)
  const { coach, meeting, players } = await aCourt(db, 1)
  const email = coach.email
  await db
    .insert(meetingNotes)
    .values({ meetingId: meeting.id, accountId: coach.id, note: 'Balls by Griselda' })
  const writtenBy = `member:${coach.id}` as const
  const message = { subject: 'From Ermengarde', text: 'Yours, Ermengarde' }
  const [written] = await db
    .insert(messages)
    .values({ ...message, writtenBy })
    .returning()
  const reader = await anAccount(db)
  const source = { messageId: orNotFound(written).id }
  const mail = { ...message, html: message.text, kind: 'message' as const, source, sentAt: new Date() }
  const [sent] = await db
    .insert(mails)
    .values({ ...mail, recipient: reader.email, accountId: reader.id, familyId: reader.familyId })
    .returning()
  await db
    .insert(messageFamilies)
    .values({ ...source, familyId: reader.familyId, mailId: orNotFound(sent).id })
  const season = toStructureColumns(aSeason(seededDice(1), email))
  expect(season.text).toContain(email)
  const revision = { by: 'command:robin', via: 'file' } as const
  await db.insert(seasonRevisions).values([
    { ...revision, ...season },
    { ...revision, text: season.text },
  ])
  const invited = { roles: [], invitedBy: 'site', expiresAt: new Date() }
  await db.insert(invitations).values({ ...invited, tokenHash: '-', email })
  const family = await anAccount(db, { firstName: 'Isolde', lastName: 'Marchbanks' })
  const { id: accountId, familyId } = family
  const guest = await aPlayer(db, { accountId, firstName: 'Wolframina' })
  const idle = await aPlayer(db, { accountId, firstName: 'Zenobia' })
  const [marked] = players
  for (const personId of [guest.id, marked?.id ?? '']) {
    await db.insert(meetingGuests).values({ meetingId: meeting.id, personId, addedBy: 'site' })
    await db.insert(attendance).values({
      ...{ id: crypto.randomUUID(), meetingId: meeting.id, personId, mark: 'here' },
      ...{ at: new Date(), phone: crypto.randomUUID(), seq: 1, markedBy: coach.id },
    })
  }
  const line = { actor: 'command:robin', what: 'payment recorded', familyId } as const
  await addChange(db, { ...line, personId: idle.id, words: 'the uncle Thaddeus paid' })
  const paid = {
    amountCents: 1,
    how: 'cash',
    note: 'from Thaddeus',
    receivedOn: '2027-06-21',
    recordedBy: 'command:robin',
  } as const
  await db.insert(offlinePayments).values({ ...paid, accountId, familyId })
  const terms = [
    'Griselda',
    'Ermengarde',
    email,
    'Isolde',
    'Marchbanks',
    family.email,
    'Wolframina',
    'Zenobia',
    'Thaddeus',
  ]
  const before = await dump(db)
  for (const word of terms) expect(before).toContain(word)

  await deletePlayer(db, family.visitor, guest.id)
  await eraseAccount(world, accountId)
  await eraseAccount(world, coach.id)

  const after = (await dump(db)).replaceAll(/"recipient":"[^"]*"/g, '')
  for (const word of terms) expect(after).not.toContain(word)
  expect(await db.$count(attendance), 'marks go with the player, and no other’s').toBe(1)
})
