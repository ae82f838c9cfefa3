import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db } from './db.ts'

/** Deadlock, serialization failure, and a server that has just become read-only (failover). */
const retriedStates = ['40P01', '40001', '25006']
const mostTries = 6

/**
 * Transactions on this pool. Retries after a deadlock, serialization failure or broken idle connection, so the work may
 * run more than once: its effects outside the database must bear that.
 */
export function transactionsOn(pool: pg.Pool, casing: 'snake_case'): NodePgDatabase['transaction'] {
  const databases = new WeakMap<pg.PoolClient, NodePgDatabase>()
  const databaseOn = (client: pg.PoolClient) => {
    const known = databases.get(client)
    if (known) return known
    const database = drizzle(client, { casing })
    Object.assign(database, { transaction: inSavepoint(asTransaction(database), 1) })
    databases.set(client, database)
    outermost.add(database)
    return database
  }
  return async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      const client = await pool.connect()
      const tx = databaseOn(client)
      let [hasBegun, hasRolledBack, mayBeBroken] = [false, false, false]
      try {
        await tx.execute(beginning(config))
        hasBegun = true
        const result = await work(asTransaction(tx))
        if (!committed.delete(tx)) await commit(tx)
        return result
      } catch (problem) {
        mayBeBroken = problem instanceof DrizzleQueryError
        if (hasBegun && !committed.delete(tx))
          hasRolledBack = await tx.execute(sql`rollback`).then(
            () => true,
            () => false,
          )
        if (hasBegun && !hasRolledBack && isUnanswered(problem))
          throw new OutcomeUnknown('the connection broke in a transaction', { cause: problem })
        if (tries === mostTries || (hasBegun && !isRetryable(problem))) throw problem
      } finally {
        // After a failed statement the connection may be broken: the pool replaces it.
        client.release(mayBeBroken)
      }
      await wait(Math.random() * 20 * tries)
    }
  }
}

const asTransaction = (database: NodePgDatabase) => database as unknown as Transaction
type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** Not savepoints. */
const outermost = new WeakSet<object>()

const inSavepoint =
  (outer: Transaction, depth: number): NodePgDatabase['transaction'] =>
  async (work) => {
    const tx: Transaction = Object.create(outer)
    tx.transaction = inSavepoint(outer, depth + 1)
    const name = sql.raw(`sp${depth}`)
    await tx.execute(sql`savepoint ${name}`)
    try {
      const result = await work(tx)
      await tx.execute(sql`release savepoint ${name}`)
      return result
    } catch (problem) {
      await tx.execute(sql`rollback to savepoint ${name}`)
      throw problem
    }
  }

function beginning({ isolationLevel, accessMode }: PgTransactionConfig = {}) {
  const level = isolationLevel && `isolation level ${isolationLevel}`
  return sql.raw(['begin', level, accessMode].filter(Boolean).join(' '))
}

/** A statement, perhaps the commit, was sent and never answered. */
class OutcomeUnknown extends Error {}

const committed = new WeakSet<object>()
const commit = (tx: Db) => tx.execute(sql`commit`)

/**
 * Commits as the last statement of a pipeline, so that locks are released a round trip earlier. If a statement before
 * it failed, it rolls back. In a savepoint it does nothing.
 */
export async function commitNow(tx: Db): Promise<void> {
  if (!outermost.has(tx)) return
  committed.add(tx)
  await commit(tx)
}

/** Pipelines independent statements of one transaction. Rejects as the first that fails, after all have ended. */
export async function pipelined<Asked extends (() => PromiseLike<unknown>)[]>(
  ...asked: Asked
): Promise<Answers<Asked>> {
  // A drizzle query is a thenable that is sent at each `then`.
  const answers = asked.map((ask) => ask().then((answer) => answer))
  await Promise.allSettled(answers)
  return Promise.all(answers) as Promise<Answers<Asked>>
}
type Answers<Asked extends (() => PromiseLike<unknown>)[]> = {
  [Index in keyof Asked]: Awaited<ReturnType<Asked[Index]>>
}

const isRetryable = (problem: unknown) =>
  problem instanceof DrizzleQueryError && retriedStates.includes(sqlState(problem))

/** The statement failed without an answer of PostgreSQL, or the server closed the connection. */
const isUnanswered = (problem: unknown) =>
  problem instanceof DrizzleQueryError &&
  (!problem.cause || !('severity' in problem.cause) || /^(57P|08)/.test(sqlState(problem)))

const sqlState = ({ cause }: DrizzleQueryError) => (cause && 'code' in cause ? String(cause.code) : '')

export const isForeignKeyViolation = (problem: unknown) =>
  problem instanceof DrizzleQueryError && sqlState(problem) === '23503'

export const isNoRoom = (problem: unknown) =>
  problem instanceof DrizzleQueryError && sqlState(problem) === 'CS001'

/** No answer, or none in time: the statement may still take effect, as a commit that waits. */
export const isOutcomeUnknown = (problem: unknown) =>
  problem instanceof OutcomeUnknown ||
  (problem instanceof DrizzleQueryError && problem.cause?.message === 'Query read timeout')
