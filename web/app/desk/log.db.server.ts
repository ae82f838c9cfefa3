import { and, desc, eq, inArray, lt, type SQL } from 'drizzle-orm'
import { families } from '#people/people.tables.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import { moneyWords } from '#platform/changes.ts'
import type { Db } from '#platform/database.server.ts'

const pageOf = 50

export type LogFilter = { before?: number | undefined; family?: number | undefined; isMoneyOnly: boolean }

/** A page of the log, the newest first; `before` is the id that the page before ended with. */
export function readLog(db: Db, { before, family, isMoneyOnly }: LogFilter) {
  const wanted: (SQL | undefined)[] = [
    before === undefined ? undefined : lt(changes.id, before),
    family === undefined ? undefined : eq(families.number, family),
    isMoneyOnly ? inArray(changes.what, [...moneyWords]) : undefined,
  ]
  return db
    .select({
      id: changes.id,
      at: changes.at,
      actor: changes.actor,
      what: changes.what,
      after: changes.after,
      reason: changes.reason,
      words: changeNotes.words,
      isOwnFamily: changes.isOwnFamily,
      family: families.number,
    })
    .from(changes)
    .leftJoin(changeNotes, eq(changeNotes.changeId, changes.id))
    .leftJoin(families, eq(families.id, changes.familyId))
    .where(and(...wanted))
    .orderBy(desc(changes.id))
    .limit(pageOf)
}

export const isFullPage = (rows: unknown[]) => rows.length === pageOf
