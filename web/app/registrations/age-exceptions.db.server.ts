import { sql } from 'drizzle-orm'
import { people } from '#people/people.tables.ts'

/** The sessions that are for another age, and in which this person may play all the same. */
export const grantedSessions = sql<number[]>`array(select session_id from age_exceptions
  where age_exceptions.person_id = ${people.id} and age_exceptions.state = 'granted')`
