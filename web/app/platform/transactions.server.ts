import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import * as schema from '../../database/schema.ts'

/** PostgreSQL ended the transaction so that others could go on: a deadlock, or a serialization failure. */
const endedForOthers = ['40P01', '40001']
const mostTries = 6

/**
 * Transactions on connections of this pool. One that PostgreSQL ends in favour of others is done again, as is one that
 * finds its idle connection broken. So the work may run more than once: what it does outside the database must bear that.
 */
export function transactionsOn(
  pool: pg.Pool,
  casing: 'snake_case',
): NodePgDatabase<typeof schema>['transaction'] {
  return async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      const client = await pool.connect()
      let [hasBegun, mayBeBroken] = [false, false]
      try {
        return await drizzle(client, { schema, casing }).transaction((tx) => {
          hasBegun = true
          return work(tx)
        }, config)
      } catch (problem) {
        mayBeBroken = problem instanceof DrizzleQueryError
        if (tries === mostTries || (hasBegun && !isEndedForOthers(problem))) throw problem
      } finally {
        // After a failed statement nobody knows whether the connection still works: the pool makes a new one.
        client.release(mayBeBroken)
      }
      await wait(Math.random() * 20 * tries)
    }
  }
}

function isEndedForOthers(problem: unknown): boolean {
  const cause = problem instanceof DrizzleQueryError ? problem.cause : undefined
  return cause !== undefined && 'code' in cause && endedForOthers.includes(String(cause.code))
}
