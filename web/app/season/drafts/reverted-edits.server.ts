import { asc, desc, eq, gte, inArray, or } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { readNow } from '#season/file/export-season.server.ts'
import type { Season } from '#season/file/season-file.server.ts'
import type { Path } from '#season/file/season-lines.ts'
import { type SeasonStructure, structureFrom } from '#season/file/season-structure.server.ts'
import { formatValue } from '#season/publish/season-changes.ts'
import { type ChangedLine, changedLines, entityName, toLines } from '#season/publish/season-diff.server.ts'
import { seasonAfter } from '#season/publish/season-plan.server.ts'
import { readState } from '#season/publish/season-state.server.ts'
import { seasonRevisions } from '#season/season.tables.ts'
import { structureColumns } from './revisions.server.ts'

/** Lines in which a file would revert desk edits made after its export. */
export async function listRevertedEdits(
  tx: Db,
  season: Season,
  formatPlace: (path: Path) => string,
): Promise<string[]> {
  const keys = await keysChangedAtDesk(tx, season.revision)
  if (keys.size === 0) return []
  const now = await readNow(tx)
  const after = seasonAfter(await readState(tx), season)
  return changedLines(toLines(now), toLines(after))
    .filter(({ key }) => keys.has(key))
    .map((line) => {
      const [before, written] = [line.before, line.after].map((value) => formatValue(line.name, value))
      const what = [describeEntity(line, after, now), line.name].filter(Boolean).join(': ')
      return `${formatPlace(findPath(line, season))}: ${what} ${before} → ${written}`
    })
}

function describeEntity({ entity }: ChangedLine, ...states: SeasonStructure[]): string {
  const [what, kind] = entity.split(' ')
  return what === 'programme' ? what : `${what === 'staff' ? what : kind} ${entityName(entity, ...states)}`
}

function findPath({ entity, name }: ChangedLine, { events }: Season): Path {
  const [what = '', , key, id] = entity.split(' ')
  const event = events.find((other) => other.key === key)
  const session = event?.sessions.find((other) => id === `${other.startsOn.slice(0, 4)}-${other.number}`)
  const path = what === 'programme' || what === 'staff' ? [what] : ((id ? session : event)?.path ?? [])
  return name ? [...path, name] : path
}

/** Keys of lines changed at the desk since the file's revision; without one, since the last import. */
async function keysChangedAtDesk(db: Db, revision = 0): Promise<Set<string>> {
  const { id, via } = seasonRevisions
  const [base] = await db
    .select({ id })
    .from(seasonRevisions)
    .where(or(eq(id, revision), inArray(via, ['file', 'start'])))
    .orderBy(desc(eq(id, revision)), desc(id))
    .limit(1)
  const columns = { via, ...structureColumns(seasonRevisions) }
  const since = gte(id, base?.id ?? 0)
  const [first, ...later] = await db.select(columns).from(seasonRevisions).where(since).orderBy(asc(id))
  const keys = new Set<string>()
  if (!base || !first || !later.some((row) => row.via === 'desk')) return keys
  let before = toLines(structureFrom(first))
  for (const row of later) {
    const after = toLines(structureFrom(row))
    if (row.via === 'desk') for (const { key } of changedLines(before, after)) keys.add(key)
    before = after
  }
  return keys
}
