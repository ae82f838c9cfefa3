import { type SQLWrapper, sql } from 'drizzle-orm'
import { people } from '#people/people.tables.ts'

export const grantedSessions = sql<number[]>`array(select session_id from age_exceptions
  where age_exceptions.person_id = ${people.id} and age_exceptions.state = 'granted')`

export const isGrantedFor = (sessionId: number | SQLWrapper) =>
  sql<boolean>`exists (select from age_exceptions where age_exceptions.person_id = people.id
    and age_exceptions.session_id = ${sessionId} and age_exceptions.state = 'granted')`
