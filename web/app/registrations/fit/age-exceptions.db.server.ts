import { type SQLWrapper, sql } from 'drizzle-orm'
import { people } from '#people/people.tables.ts'

/** The sessions that are for another age, and in which this person may play all the same. */
export const grantedSessions = sql<number[]>`array(select session_id from age_exceptions
  where age_exceptions.person_id = ${people.id} and age_exceptions.state = 'granted')`

/** Whether this person may play in a session that is for another age. */
export const isGrantedFor = (sessionId: number | SQLWrapper) =>
  sql<boolean>`exists (select from age_exceptions where age_exceptions.person_id = people.id
    and age_exceptions.session_id = ${sessionId} and age_exceptions.state = 'granted')`
