import pg from 'pg'
import { findPostgres, startPostgres } from '../../../scripts/provision/postgres.mjs'
import { until } from './town.ts'

/** A primary and its synchronous standby: no commit is answered before both have it on their disks. */
export async function openPair() {
  const bin = (await findPostgres()) ?? ''
  // What cleans up by itself would write to a server that nobody else writes to.
  const settings = ['autovacuum=off']
  const primary = await startPostgres(bin, { durable: true, settings })
  const follows = `${primary.url}?application_name=standby`
  const standby = await startPostgres(bin, { durable: true, settings, follows })
  for (const statement of [
    "alter system set synchronous_standby_names = 'standby'",
    'select pg_reload_conf()',
  ])
    await ask(primary.url, statement)
  await until(() => isFollowed(primary.url), 20, 'the standby follows in step')
  return {
    primary,
    standby,
    servers: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`,
    async stop() {
      await primary.stop()
      await standby.stop()
    },
  }
}

/** Whether commits of this server wait for a standby that is there. */
export const isFollowed = async (url: string) =>
  (await ask(url, "select count(*)::int as answer from pg_stat_replication where sync_state = 'sync'")) === 1

/** Whether this server takes writes. */
export const isWritable = async (url: string) =>
  (await ask(url, 'select not pg_is_in_recovery() as answer')) === true

/** The number of the next transaction that writes. */
export const nextWrite = (url: string) =>
  ask(url, 'select pg_snapshot_xmax(pg_current_snapshot())::text as answer')

/** What the one server of an address answers to a statement, in its column `answer`. */
export async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(statement)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}
