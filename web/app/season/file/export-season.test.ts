import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { expect } from 'vitest'
import { attendance } from '#meetings/attendance/attendance.tables.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { importSeason } from '#season/publish/import-season.server.ts'
import { anAccount, aPlayer } from '../../../test/builders/builders.ts'
import { aSeason, type Dice, seededDice } from '../../../test/builders/seasons.ts'
import { unpacked } from '../../../test/builders/unpacked.ts'
import { test } from '../../../test/harness/database.ts'
import { exportSeason, seasonNow } from './export-season.server.ts'
import { formatSeason, parseStructure, type SeasonStructure } from './season-structure.server.ts'
import { zipSeason } from './season-zip.server.ts'

const pictures = {
  'mara.svg': 'data:image/svg+xml;base64,PHN2Zy8+',
  'court.svg': 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
}
const now = new Date('2027-06-20T19:00:00Z')
const seasons = process.env.DRILL === 'whole' ? 200 : 8

async function bringIn(db: Db, file: { text: string; pictures?: Record<string, string> }) {
  const done = await importSeason(
    db,
    { name: 'season.yaml', pictures, ...file },
    { write: true, withDemo: true, siteUrl: 'https://tennis.example', now, via: 'file', undo: true },
  )
  expect(done).not.toHaveProperty('problems')
  return 'problems' in done ? [] : done.changes.filter(({ did }) => did !== 'unchanged')
}
const meetingsIn = (db: Db) => db.select().from(meetings).orderBy(asc(meetings.id))

/** Somebody skips days, moves sessions, and coaches mark who came. */
async function liveThrough(db: Db, { upTo }: Dice, structure: SeasonStructure, personId: string) {
  const inTheirOrder = db.select().from(meetings).orderBy(asc(meetings.sessionId), asc(meetings.day))
  for (const { id } of (await inTheirOrder).filter(() => upTo(3) === 0))
    await db.insert(attendance).values({
      ...{ id: randomUUID(), meetingId: id, personId, mark: 'here', phone: randomUUID(), seq: 1 },
      at: now,
    })
  for (const event of [...(structure.clinics ?? []), ...(structure.lessons ?? [])])
    for (const session of event.sessions) {
      if (upTo(3) === 0) session.skips = ['+0 days', '+2 days', '+7 days']
      if (upTo(3) === 0 && session.starts > '2027-06-20')
        session.starts = session.starts.replace(/\d\d$/, '28')
      if (upTo(4) === 0) session.active = false
      if (upTo(3) === 0) session.meets = 'Wed, 5:00 to 6:00 pm'
    }
  return structure
}

test(`an exported season changes nothing when it comes in again, of ${seasons} seasons with moved, cancelled and marked meetings`, {
  timeout: 30_000 + seasons * 1000,
}, async ({ db }) => {
  const coach = await anAccount(db)
  const player = await aPlayer(db)
  const states = new Set<string>()
  for (let seed = 1; seed <= seasons; seed += 1)
    await undone(db, async (tx) => {
      const dice = seededDice(seed)
      const structure = aSeason(dice, coach.email)
      await bringIn(tx, { text: formatSeason(structure) })
      await bringIn(tx, { text: formatSeason(await liveThrough(tx, dice, structure, player.id)) })
      const [exported, before] = [await exportSeason(tx), await meetingsIn(tx)]
      const { name, text, pictures: written } = exported

      const file = await unpacked(zipSeason(exported))
      expect(file, `the file of season ${seed}`).toEqual({ name, text, pictures: written })
      expect(await bringIn(tx, file), `season ${seed}`).toEqual([])
      expect(await meetingsIn(tx), `meetings of season ${seed}`).toEqual(before)
      expect(await exportSeason(tx), `season ${seed}`).toEqual(exported)
      const { structure: now } = await seasonNow(tx)
      expect(now, 'without its text').toStrictEqual(parseStructure(exported.text))
      expect(formatSeason(parseStructure(exported.text)), 'a screen writes it as it was').toBe(exported.text)
      for (const { state } of before) states.add(state)
    })
  expect(states).toEqual(new Set(['planned', 'cancelled']))
})

async function undone(db: Db, live: (tx: Db) => Promise<void>) {
  const end = new Error('undone')
  await db
    .transaction(async (tx) => {
      await live(tx)
      throw end
    })
    .catch((problem) => {
      if (problem !== end) throw problem
    })
}
