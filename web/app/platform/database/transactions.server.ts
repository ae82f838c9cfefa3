import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db } from './db.ts'

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

/** Begun, committed and undone here. */
const asTransaction = (database: NodePgDatabase) => database as unknown as Transaction
type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** Those that commit, as against one within another. */
const outermost = new WeakSet<object>()

/** By its depth, as drizzle names them: two that one transaction does at once may end in any order. */
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

/** A statement of a transaction, perhaps its commit, was sent and never answered. */
class EndUnknown extends Error {}

/** Transactions whose work has committed by itself. */
const committed = new WeakSet<object>()
const commit = (tx: Db) => tx.execute(sql`commit`)

/**
 * The commit of a transaction, as the last of `together`: what the statements before it lock is free as soon as it is
 * done, without the way there and back of their answers. Where one of them failed it undoes all. Of a transaction within
 * another it does nothing.
 */
export async function commitNow(tx: Db): Promise<void> {
  if (!outermost.has(tx)) return
  committed.add(tx)
  await commit(tx)
}

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

/** A session has no room: `raise_no_room` of the database. */
export const isNoRoom = (problem: unknown) =>
  problem instanceof DrizzleQueryError && codeOf(problem) === 'CS001'

/** No answer of the database, or none within its time: what was asked for may still be done, such as a commit that waits. */
export const isWithoutEnd = (problem: unknown) =>
  problem instanceof EndUnknown ||
  (problem instanceof DrizzleQueryError && problem.cause?.message === 'Query read timeout')
