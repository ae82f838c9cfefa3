import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Town } from './town.ts'

/** Holds rows, so that the site has what it needs and cannot write it. */
export async function hold(town: Town, statement: string) {
  const holder = new pg.Client({ connectionString: town.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement)
  return {
    async release() {
      await holder.query('rollback')
      await holder.end()
    },
  }
}

/** Whether so many writes of the site wait, that begin like this. */
export const areWaiting =
  (town: Town, many: number, query = '%') =>
  async () => {
    const isWaiting = sql`datname = current_database() and application_name = 'site' and wait_event_type = 'Lock' and query like ${query}`
    return (await town.db.$count(sql`pg_stat_activity`, isWaiting)) >= many
  }
