import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { addChange } from '#platform/changes.db.server.ts'
import { changes } from '#platform/changes.tables.ts'
import { moneyChanges } from '#platform/changes.ts'
import { formatCount, perPage } from '#platform/list-page.ts'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { aCourt } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { type LogFilter, readLog } from './log.db.server.ts'

const all: LogFilter = { family: undefined, day: undefined, sessions: undefined, isMoneyOnly: false }

test('the log is read a page at a time, the newest first, with their number, and for a treasurer of money alone', async ({
  db,
}) => {
  await aProgramme(db)
  const { visitor } = await anAccount(db)
  const { familyId } = visitor
  for (let line = 0; line < 60; line += 1) await addChange(db, { actor: 'site', what: 'roles changed' })
  await addChange(db, { actor: 'site', what: 'payment recorded', familyId })
  await addChange(db, { actor: 'site', what: 'care note opened', familyId })
  const read = (filter: Partial<LogFilter>) => readLog(db, { ...all, ...filter })
  const whatsOf = async (filter: Partial<LogFilter>) => (await read(filter)).rows.map(({ what }) => what)

  const first = await read({})
  const last = await read({ page: 9 })
  expect([first.many, first.rows.length, last.page, last.rows.length]).toEqual([62, perPage, 2, 12])
  expect(first.rows[0]?.what).toBe('care note opened')
  expect(await whatsOf({ isMoneyOnly: true })).toEqual(['payment recorded'])
  const family = first.rows[0]?.family ?? 0
  expect(await whatsOf({ family })).toEqual(['care note opened', 'payment recorded'])
  expect(await whatsOf({ family, isMoneyOnly: true })).toHaveLength(1)
  expect(moneyChanges).not.toContain('care note opened')
})

test('the log is narrowed to what was done, by whom, on a day of the programme’s calendar, in a session and its meetings', async ({
  db,
}) => {
  const court = await aCourt(db)
  const { id: sessionId } = court.session
  const actor = 'member:00000000-0000-4000-8000-000000000001'
  await db.insert(changes).values([
    { actor, what: 'roles changed', at: new Date('2027-06-22T06:59:00Z') },
    { actor, what: 'roster printed', sessionId, at: new Date('2027-06-22T07:01:00Z') },
    { actor: 'command:robin', what: 'mark refused', meetingId: court.meeting.id },
    { actor: 'family:7', what: 'unregistered', sessionId },
  ])
  const whats = async (filter: Partial<LogFilter>) =>
    (await readLog(db, { ...all, ...filter })).rows.map(({ what }) => what)

  expect(await whats({ day: '2027-06-21' })).toEqual(['roles changed'])
  expect(await whats({ day: '2027-06-22' })).toEqual(['roster printed'])
  expect(await whats({ sessions: [sessionId] })).toEqual(['unregistered', 'mark refused', 'roster printed'])
  expect(await whats({ sessions: [] })).toEqual([])
  expect(await whats({ who: actor })).toEqual(['roster printed', 'roles changed'])
  expect(await whats({ who: 'family' })).toEqual(['unregistered'])
  expect(await whats({ who: 'command', sessions: [sessionId] })).toEqual(['mark refused'])
  expect(await whats({ what: 'unregistered', who: actor })).toEqual([])
})

test('of a log without end the newest 10,000 lines are counted and have a page', async ({ db }) => {
  await db.execute(
    sql`insert into changes (actor, what) select 'site', 'roles changed' from generate_series(1, 10060)`,
  )
  const { rows, ...page } = await readLog(db, { ...all, page: 999 })
  expect([page, rows.length]).toEqual([{ many: 10_000, pages: 200, page: 200, hasMore: true }, perPage])
  expect(formatCount(page)).toBe('more than 10,000')
})
