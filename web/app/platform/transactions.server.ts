import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
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
  const known = new WeakMap<pg.PoolClient, Connection>()
  const connectionOn = (client: pg.PoolClient) => {
    const connection = known.get(client) ?? newConnection(client, casing)
    known.set(client, connection)
    return connection
  }
  return async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      const client = await pool.connect()
      const connection = connectionOn(client)
      let [hasBegun, mayBeBroken] = [false, false]
      let failed: { problem: unknown } | undefined
      connection.ending = undefined
      try {
        return await connection.database.transaction(async (tx) => {
          hasBegun = true
          connections.set(tx, connection)
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
        if (connection.ending === 'over' || (connection.ending && isUnanswered(problem)))
          throw new EndUnknown('the connection broke in a commit, or the work went on after it', {
            cause: problem,
          })
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

/**
 * One connection and the transaction on it. `ending`: whether its commit goes out with the statement that comes next, was
 * sent, or was done, or undone, before its work was over.
 */
type Connection = {
  client: pg.PoolClient
  database: NodePgDatabase
  ending: 'next' | 'sent' | 'over' | 'undone' | undefined
  /** A statement is on its way. */
  sent: () => void
}
const connections = new WeakMap<object, Connection>()

function newConnection(client: pg.PoolClient, casing: 'snake_case'): Connection {
  const send = (...asked: unknown[]) => Reflect.apply(client.query, client, asked)
  const query = async (...asked: [{ text: string }, ...unknown[]]) => {
    const [{ text }] = asked
    const isCommit = text === 'commit'
    // What has ended is not ended again.
    if (isCommit && connection.ending === 'over') return
    if (text === 'rollback' && connection.ending === 'undone') return
    const isLast = connection.ending === 'next'
    if (isCommit || isLast) connection.ending = 'sent'
    const answer = send(...asked)
    connection.sent()
    if (!isLast) return answer
    // A commit of what has failed undoes it.
    const [answered, ended] = await Promise.allSettled([answer, send({ text: 'commit' })])
    if (ended.status === 'rejected') throw answered.status === 'rejected' ? answered.reason : ended.reason
    connection.ending = answered.status === 'fulfilled' ? 'over' : 'undone'
    return answer
  }
  const database = drizzle(Object.create(client, { query: { value: query } }), { casing })
  const connection: Connection = { client, database, ending: undefined, sent: () => undefined }
  return connection
}

/**
 * Statements of a transaction that need nothing of each other's answers, in one message and in this order: none waits
 * for the way there and back of the one before. Each function asks for one. Fails as the first that fails.
 */
export async function together<Asked extends (() => PromiseLike<unknown>)[]>(
  tx: Db,
  ...asked: Asked
): Promise<Answers<Asked>> {
  const connection = connections.get(tx)
  const answers: Promise<unknown>[] = []
  const stream = connection?.client.connection.stream
  stream?.cork()
  try {
    for (const ask of asked) {
      const isSent = new Promise<void>((sent) => {
        if (connection) connection.sent = sent
      })
      const answer = Promise.resolve(ask())
      answers.push(answer)
      await (connection ? Promise.race([isSent, answer]) : answer)
    }
  } finally {
    stream?.uncork()
  }
  const ends = await Promise.allSettled(answers)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.map((end) => end.status === 'fulfilled' && end.value) as Answers<Asked>
}
type Answers<Asked extends (() => PromiseLike<unknown>)[]> = {
  [Index in keyof Asked]: Awaited<ReturnType<Asked[Index]>>
}

/**
 * The last statement of a transaction, in one message with the commit: what it locks is not held while its answer comes
 * back and a commit goes out. It must fail where nothing is to stay. Within another transaction it ends nothing.
 */
export function endWith<Answer>(tx: Db, last: () => PromiseLike<Answer>): PromiseLike<Answer> {
  const connection = connections.get(tx)
  if (connection) connection.ending = 'next'
  return last()
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

export const isDivisionByZero = (problem: unknown) =>
  problem instanceof DrizzleQueryError && codeOf(problem) === '22012'

/** No answer of the database, or none within its time: what was asked for may still be done, such as a commit that waits. */
export const isWithoutEnd = (problem: unknown) =>
  problem instanceof EndUnknown ||
  (problem instanceof DrizzleQueryError && problem.cause?.message === 'Query read timeout')
