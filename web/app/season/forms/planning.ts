import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import type { PlacedProblem } from '#season/file/season-problems.ts'
import type { Change } from '#season/publish/season-changes.ts'
import type { Move } from '#season/publish/session-moves.ts'

/** `problems`: conflicts between the season and the database. */
export type Report = { changes: Change[]; problems: PlacedProblem[] }

/** The writes that bring the database in line with a season; nothing is written yet. */
export type SeasonPlan = Report & {
  moves: Move[]
  /** To be locked first, in this order. */
  sessionIds: number[]
  /** To be run in order, in one transaction. */
  writes: ((tx: Db) => Promise<unknown>)[]
}
export type Planning = SeasonPlan & { today: Day; timeZone: string }
