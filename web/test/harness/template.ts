import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDatabase } from '#platform/database/database.server.ts'

export const migrationsFolder = fileURLToPath(new URL('../../database/migrations', import.meta.url))

/** A migrated database that those of the tests are copied from in a moment. */
export async function makeTemplate(cluster: string) {
  const name = `template_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  await administer(cluster, `create database ${name}`)
  const opened = await openDatabase({ databaseUrl: databaseAt(cluster, name), dataDir: '' }, migrationsFolder)
  await opened.close()
  const remove = () => administer(cluster, `drop database if exists ${name} with (force)`)
  return { name, remove }
}

/** One statement on the cluster itself, such as making a database. */
export async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The same cluster, or the same servers, and another database of it. */
export const databaseAt = (url: string, name: string) =>
  url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`)
