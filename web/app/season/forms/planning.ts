import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import type { PlacedProblem } from '#season/file/season-problems.ts'
import type { Change } from '#season/publish/season-changes.ts'
import type { Move } from '#season/publish/session-moves.ts'

/** `problems`: what the database says against a season. */
export type Report = { changes: Change[]; problems: PlacedProblem[] }

/** What brings the database in line with a season, found without writing anything. */
export type SeasonPlan = Report & {
  moves: Move[]
  /** Whoever writes the plan locks these first, in this order. */
  sessionIds: number[]
  /** In their order, in one transaction. */
  writes: ((tx: Db) => Promise<unknown>)[]
}
export type Planning = SeasonPlan & { today: Day; timeZone: string }
