import { eq } from 'drizzle-orm'
import { staff } from '#events/events.tables.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { toMember, toProgramme } from '#season/file/rows-to-structure.ts'
import type { Season } from '#season/file/season-file.server.ts'
import type { Planning } from '#season/forms/planning.ts'
import { orNull } from '#season/meetings/season-meetings.ts'
import { storePictures } from '#season/pictures/stored-pictures.db.server.ts'
import { seasonPictures } from '#season/season.tables.ts'
import { describeChanges } from './season-changes.ts'
import { changedIn } from './season-diff.server.ts'
import type { SeasonState } from './season-state.server.ts'

/** Without a `closed` line, closing stays as it is. */
export const programmeRow = ({ programme: written }: Season, before: SeasonState['programme']) => ({
  name: written.name,
  blurb: written.blurb,
  email: written.email,
  phone: written.phone,
  addressLines: written.address,
  timeZone: written['time zone'],
  clubs: written.clubs,
  walletHandle: written.wallet,
  causes: written.causes,
  sections: written.sections ?? {},
  picture: written.picture,
  accent: written.accent,
  logo: written.logo,
  limits: written.limits ?? {},
  reliabilityPage: written['reliability page'] ?? false,
  closedWords: written.closed ? orNull(written.closed) : (before?.closedWords ?? null),
})

export function planProgramme(plan: Planning, season: Season, row: SeasonState['programme']) {
  const values = programmeRow(season, row)
  const how = row && describeChanges(changedIn('programme', toProgramme(row), toProgramme(values)))
  plan.changes.push({ did: row ? (how ? 'changed' : 'unchanged') : 'added', what: 'programme', how })
  if (row && !how && row.seasonBase) return
  const shown = [
    [values.picture?.name, season.img],
    [values.logo, season.logoImg],
  ] as const
  for (const [name, bytes] of shown)
    if (name && bytes)
      plan.writes.push((tx) => tx.insert(seasonPictures).values({ name, img: bytes }).onConflictDoNothing())
  const set = { ...values, seasonBase: row?.seasonBase ?? season.base }
  plan.writes.push((tx) => tx.insert(programme).values(set).onConflictDoUpdate({ target: programme.id, set }))
}

type Named = { year: number; name: string }
const isMember = (left: Named) => (right: Named) => left.year === right.year && left.name === right.name

export function planStaff(
  { changes, writes }: Planning,
  members: Season['staff'],
  known: SeasonState['staff'],
) {
  writes.push((tx) => storePictures(tx, known, members))
  for (const row of known.filter((gone) => !members.some(isMember(gone)))) {
    changes.push({ did: 'removed', what: `staff ${row.name}, ${row.year}` })
    writes.push((tx) => tx.delete(staff).where(eq(staff.id, row.id)))
  }
  for (const [position, member] of members.entries()) {
    const row = known.find(isMember(member))
    const moved = row && row.position !== position ? [`position ${row.position} → ${position}`] : []
    const lines = row && changedIn('staff', toMember(row), toMember(member))
    const how = [describeChanges(lines ?? []), ...moved].filter(Boolean).join(', ') || undefined
    const did = row ? (how ? 'changed' : 'unchanged') : 'added'
    changes.push({ did, what: `staff ${member.name}, ${member.year}`, how })
    const values = { ...member, position }
    if (!row) writes.push((tx) => tx.insert(staff).values(values))
    else if (how) writes.push((tx) => tx.update(staff).set(values).where(eq(staff.id, row.id)))
  }
}
