import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

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
export function transactionsOn(pool: pg.Pool, casing: 'snake_case'): NodePgDatabase['transaction'] {
  // What is worked out of the tables and of a statement is worked out once for each connection.
  const databases = new WeakMap<pg.PoolClient, NodePgDatabase>()
  const databaseOn = (client: pg.PoolClient) => {
    const database = databases.get(client) ?? drizzle(client, { casing })
    databases.set(client, database)
    return database
  }
  return async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      const client = await pool.connect()
      let [hasBegun, mayBeBroken] = [false, false]
      let failed: { problem: unknown } | undefined
      try {
        return await databaseOn(client).transaction(async (tx) => {
          hasBegun = true
          try {
            return await work(tx)
          } catch (problem) {
            failed = { problem }
            throw problem
          }
        }, config)
      } catch (thrown) {
        // A rollback that fails on a broken connection says less than what came before it.
        const { problem } = failed ?? { problem: thrown }
        mayBeBroken = [problem, thrown].some((one) => one instanceof DrizzleQueryError)
        const hasRolledBack = failed?.problem === thrown
        if (hasBegun && !hasRolledBack && isUnanswered(problem))
          throw new EndUnknown('the connection broke in a transaction', { cause: problem })
        if (tries === mostTries || (hasBegun && !mayBeDoneAgain(problem))) throw problem
      } finally {
        // After a failed statement nobody knows whether the connection still works: the pool makes a new one.
        client.release(mayBeBroken)
      }
      await wait(Math.random() * 20 * tries)
    }
  }
}

/** A statement of a transaction, perhaps its commit, was sent and never answered. */
class EndUnknown extends Error {}

/**
 * Statements of one transaction that need nothing of each other's answers, down pg's pipeline: each function sends one as
 * it is called, and none waits for the answer of the one before. Fails as the first that fails, when all have ended.
 */
export async function together<Asked extends (() => PromiseLike<unknown>)[]>(
  ...asked: Asked
): Promise<Answers<Asked>> {
  // A query of drizzle's is sent at each `then`, so that there must be one alone.
  const answers = asked.map((ask) => ask().then((answer) => answer))
  await Promise.allSettled(answers)
  return Promise.all(answers) as Promise<Answers<Asked>>
}
type Answers<Asked extends (() => PromiseLike<unknown>)[]> = {
  [Index in keyof Asked]: Awaited<ReturnType<Asked[Index]>>
}

const mayBeDoneAgain = (problem: unknown) =>
  problem instanceof DrizzleQueryError && doneAgain.includes(codeOf(problem))

/** The statement failed without a word of PostgreSQL's, or with the last one on its connection. */
const isUnanswered = (problem: unknown) =>
  problem instanceof DrizzleQueryError &&
  (!problem.cause || !('severity' in problem.cause) || /^(57P|08)/.test(codeOf(problem)))

const codeOf = ({ cause }: DrizzleQueryError) => (cause && 'code' in cause ? String(cause.code) : '')

/** A row refers to another that is not there any more. */
export const isOfWhatIsGone = (problem: unknown) =>
  problem instanceof DrizzleQueryError && codeOf(problem) === '23503'

/** No answer of the database, or none within its time: what was asked for may still be done, such as a commit that waits. */
export const isWithoutEnd = (problem: unknown) =>
  problem instanceof EndUnknown ||
  (problem instanceof DrizzleQueryError && problem.cause?.message === 'Query read timeout')
