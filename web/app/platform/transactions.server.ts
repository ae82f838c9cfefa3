import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import * as schema from '../../database/schema.ts'

/**
 * PostgreSQL ended the transaction so that others could go on: a deadlock, or a serialization failure. Or its server can
 * only be read from since a moment ago.
 */
const doneAgain = ['40P01', '40001', '25006']
const mostTries = 6

/**
 * Transactions on connections of this pool. One that PostgreSQL ends without a fault of its own is done again, as is one
 * that finds its idle connection broken. So the work may run more than once: what it does outside the database must bear that.
 */
export function transactionsOn(
  pool: pg.Pool,
  casing: 'snake_case',
): NodePgDatabase<typeof schema>['transaction'] {
  // What is worked out of the tables is worked out once for each connection.
  const databases = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>()
  const databaseOn = (client: pg.PoolClient) => {
    const database = databases.get(client) ?? drizzle(client, { schema, casing })
    databases.set(client, database)
    return database
  }
  return async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      const client = await pool.connect()
      let [hasBegun, mayBeBroken] = [false, false]
      try {
        return await databaseOn(client).transaction((tx) => {
          hasBegun = true
          return work(tx)
        }, config)
      } catch (problem) {
        mayBeBroken = problem instanceof DrizzleQueryError
        if (tries === mostTries || (hasBegun && !mayBeDoneAgain(problem))) throw problem
      } finally {
        // After a failed statement nobody knows whether the connection still works: the pool makes a new one.
        client.release(mayBeBroken)
      }
      await wait(Math.random() * 20 * tries)
    }
  }
}

const mayBeDoneAgain = (problem: unknown) =>
  problem instanceof DrizzleQueryError && doneAgain.includes(codeOf(problem))

const codeOf = ({ cause }: DrizzleQueryError) => (cause && 'code' in cause ? String(cause.code) : '')

/** A row refers to another that is not there any more. */
export const isOfWhatIsGone = (problem: unknown) =>
  problem instanceof DrizzleQueryError && codeOf(problem) === '23503'

/** No answer of the database within its time: what was asked for may still be done, such as a commit that waits. */
export const isWithoutEnd = (problem: unknown) =>
  problem instanceof DrizzleQueryError && problem.cause?.message === 'Query read timeout'
