import type { Db } from '#platform/database.server.ts'
import type { Day } from '#platform/dates.ts'
import type { Change } from './season-changes.ts'
import type { Path } from './season-lines.ts'
import type { Move } from './session-moves.ts'

/** What the database says against the file, with the place it says it of. */
export type PlanProblem = { line: number; words: string; path: Path }
export type Report = { changes: Change[]; problems: PlanProblem[] }

/** What brings the database in line with a season, found without writing anything. */
export type SeasonPlan = Report & {
  moves: Move[]
  /** Whoever writes the plan locks these first, in this order. */
  sessionIds: number[]
  /** In their order, in one transaction. */
  writes: ((tx: Db) => Promise<unknown>)[]
}
export type Planning = SeasonPlan & { today: Day; timeZone: string }
