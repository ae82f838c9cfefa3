import { and, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import { isOn, type Narrowed, pageIn } from '#desk/narrowed.server.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { familyNow, isInFamily, writtenFor } from '#people/families.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import { moneyChanges } from '#platform/changes.ts'
import type { Db } from '#platform/database/database.server.ts'
import { pageOffset, perPage } from '#platform/list-page.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { LogSearch, Who } from './log-search.ts'

export type LogFilter = Narrowed & Pick<LogSearch, 'what' | 'who' | 'page'> & { isMoneyOnly: boolean }

/** One page, newest first, and the total. */
export async function readLog(db: Db, filter: LogFilter) {
  const condition = isListed(db, filter)
  const page = await pageIn(db, changes, condition, filter.page)
  const rows = await db
    .select({
      id: changes.id,
      at: changes.at,
      actor: changes.actor,
      what: changes.what,
      personId: changes.personId,
      sessionId: changes.sessionId,
      meetingId: changes.meetingId,
      before: changes.before,
      after: changes.after,
      reason: changes.reason,
      words: changeNotes.words,
      isOwnFamily: changes.isOwnFamily,
      family: writtenFor.number,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
    })
    .from(changes)
    .leftJoin(changeNotes, eq(changeNotes.changeId, changes.id))
    .leftJoin(writtenFor, eq(writtenFor.id, changes.familyId))
    .leftJoin(accounts, eq(accounts.familyId, familyNow))
    .where(condition)
    .orderBy(desc(changes.id))
    .limit(perPage)
    .offset(pageOffset(page))
  return { ...page, rows }
}

function isListed(db: Db, { what, who, family, day, sessions, isMoneyOnly }: LogFilter): SQL | undefined {
  return and(
    isMoneyOnly ? inArray(changes.what, [...moneyChanges]) : undefined,
    what && eq(changes.what, what),
    who && isBy(who),
    family === undefined ? undefined : isInFamily(changes.familyId, family),
    day === undefined ? undefined : isOn(changes.at, day),
    sessions && isAboutSessions(db, sessions),
  )
}

const isBy = (who: Who): SQL =>
  who === 'family' || who === 'command' ? like(changes.actor, `${who}:%`) : eq(changes.actor, who)

/** Includes meetings, and payments for places in the sessions. */
function isAboutSessions(db: Db, sessions: number[]): SQL | undefined {
  const theirMeetings = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(inArray(meetings.sessionId, sessions))
  const paid = db
    .select({ id: changes.id })
    .from(changes)
    .innerJoin(
      registrations,
      and(
        eq(registrations.familyId, changes.familyId),
        sql`${registrations.id} in (select registration_id from postings
          where recorded_id = (${changes.after} ->> 'paymentId')::int)`,
      ),
    )
    .where(and(eq(changes.what, 'payment recorded'), inArray(registrations.sessionId, sessions)))
  return or(
    inArray(changes.sessionId, sessions),
    sql`${changes.meetingId} = any(array(${theirMeetings}))`,
    sql`${changes.id} = any(array(${paid}))`,
  )
}
