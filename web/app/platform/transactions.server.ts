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
      connection.ending = undefined
      try {
        return await connection.database.transaction((tx) => {
          hasBegun = true
          connections.set(tx, connection)
          return work(tx)
        }, config)
      } catch (problem) {
        mayBeBroken = problem instanceof DrizzleQueryError
        if (connection.ending && isUnanswered(problem))
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

/**
 * One connection and the transaction on it. `ending`: whether its commit goes out with the statement that comes next, was
 * sent, or was done before its work was over.
 */
type Connection = {
  client: pg.PoolClient
  database: NodePgDatabase
  ending: 'next' | 'sent' | 'over' | undefined
  /** A statement is on its way. */
  sent: () => void
}
const connections = new WeakMap<object, Connection>()

function newConnection(client: pg.PoolClient, casing: 'snake_case'): Connection {
  const send = (...asked: unknown[]) => Reflect.apply(client.query, client, asked)
  const query = async (...asked: [{ text: string }, ...unknown[]]) => {
    const isCommit = asked[0].text === 'commit'
    // What has ended is not ended again.
    if (isCommit && connection.ending === 'over') return
    const isLast = connection.ending === 'next'
    if (isCommit || isLast) connection.ending = 'sent'
    const answer = send(...asked)
    connection.sent()
    if (!isLast) return answer
    const [answered] = await Promise.all([answer, send({ text: 'commit' })])
    connection.ending = 'over'
    return answered
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
      const isOver = answer.then(nothing, nothing)
      await (connection ? Promise.race([isSent, isOver]) : answer)
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
const nothing = () => undefined

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
