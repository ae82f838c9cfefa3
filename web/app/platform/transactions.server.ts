import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError, type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import * as schema from '../../database/schema.ts'
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
export function transactionsOn(
  pool: pg.Pool,
  casing: 'snake_case',
): NodePgDatabase<typeof schema>['transaction'] {
  // What is worked out of the tables is worked out once for each connection.
  const known = new WeakMap<pg.PoolClient, Connection>()
  const connectionOn = (client: pg.PoolClient) => {
    const connection = known.get(client) ?? newConnection(client, casing)
    known.set(client, connection)
    return connection
  }
  return async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      const client = await pool.connect()
      const { database, ending } = connectionOn(client)
      let [hasBegun, mayBeBroken] = [false, false]
      Object.assign(ending, { isUnderWay: false, isOver: false })
      try {
        return await database.transaction((tx) => {
          hasBegun = true
          endings.set(tx, ending)
          return work(tx)
        }, config)
      } catch (problem) {
        mayBeBroken = problem instanceof DrizzleQueryError
        if (ending.isUnderWay && isUnanswered(problem))
          throw new EndUnknown('the connection broke in a commit', { cause: problem })
        if (tries === mostTries || (hasBegun && !mayBeDoneAgain(problem))) throw problem
      } finally {
        // After a failed statement nobody knows whether the connection still works: the pool makes a new one.
        client.release(mayBeBroken)
      }
      await wait(Math.random() * 20 * tries)
    }
  }
}

/** The commit is sent: nobody can tell what became of it until it is answered. */
class EndUnknown extends Error {}

/** Whether the commit of the transaction that a connection is in was sent; and was done before its work was over. */
type Ending = { isUnderWay: boolean; isOver: boolean }
type Connection = { database: NodePgDatabase<typeof schema>; ending: Ending }
const endings = new WeakMap<object, Ending>()

function newConnection(client: pg.PoolClient, casing: 'snake_case'): Connection {
  const ending: Ending = { isUnderWay: false, isOver: false }
  const query = (...[asked, ...rest]: [{ text: string }, ...unknown[]]) => {
    const isCommit = asked.text === 'commit'
    // What has ended is not ended again.
    if (isCommit && ending.isOver) return Promise.resolve()
    if (isCommit) ending.isUnderWay = true
    return Reflect.apply(client.query, client, [asked, ...rest])
  }
  return { database: drizzle(Object.create(client, { query: { value: query } }), { schema, casing }), ending }
}

/**
 * The last statement of a transaction, in one message with the commit: what it locks is not held while its answer comes
 * back and a commit goes out. It must fail where nothing is to stay. Within another transaction it ends nothing.
 */
export async function endWith(tx: Db, last: SQL): Promise<void> {
  const ending = endings.get(tx)
  if (ending) ending.isUnderWay = true
  // Several statements are one message only where none has parameters.
  await tx.execute(ending ? sql`${last}; commit`.inlineParams() : last)
  if (ending) ending.isOver = true
}

const mayBeDoneAgain = (problem: unknown) =>
  problem instanceof DrizzleQueryError && doneAgain.includes(codeOf(problem))

/** The statement failed without a word of PostgreSQL's, or with the last one on its connection. */
const isUnanswered = (problem: unknown) =>
  problem instanceof DrizzleQueryError &&
  !(problem.cause && 'severity' in problem.cause && problem.cause.severity === 'ERROR')

const codeOf = ({ cause }: DrizzleQueryError) => (cause && 'code' in cause ? String(cause.code) : '')

/** A row refers to another that is not there any more. */
export const isOfWhatIsGone = (problem: unknown) =>
  problem instanceof DrizzleQueryError && codeOf(problem) === '23503'

export const isDivisionByZero = (problem: unknown) =>
  problem instanceof DrizzleQueryError && codeOf(problem) === '22012'

/** No answer of the database, or none within its time: what was asked for may still be done, such as a commit that waits. */
export const isWithoutEnd = (problem: unknown) =>
  problem instanceof EndUnknown ||
  (problem instanceof DrizzleQueryError && problem.cause?.message === 'Query read timeout')
