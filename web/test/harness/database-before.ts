import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { openDatabase } from '#platform/database/database.server.ts'
import { administer, databaseAt, migrationsFolder } from './template.ts'

type Entry = { idx: number; tag: string; when: number; version: string; breakpoints: boolean }

/** A database as it was before the migration that holds `words`, and the way to bring it up to date. */
export async function databaseBefore(words: string) {
  const url = process.env.TEST_DATABASE_URL ?? ''
  const name = `before_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  await administer(url, `create database ${name}`)
  const { folder, removeFolder } = copyOfMigrations((entries, sqlOf) =>
    entries.slice(
      0,
      entries.findIndex(({ tag }) => sqlOf(tag).includes(words)),
    ),
  )
  const where = { databaseUrl: databaseAt(url, name), dataDir: '' }
  const old = drizzle(where.databaseUrl, { casing: 'snake_case' })
  await migrate(old, { migrationsFolder: folder })
  const leaveOld = async () => old.$client.ended || old.$client.end()
  const bringUp = async () => {
    await leaveOld()
    return openDatabase(where, migrationsFolder)
  }
  const remove = async () => {
    removeFolder()
    await leaveOld()
    await administer(url, `drop database ${name} with (force)`)
  }
  return { old, url: where.databaseUrl, bringUp, remove }
}

/** The migrations of the site, and one more. */
export const migrationsWith = (statement: string) =>
  copyOfMigrations((entries, _, folder) => {
    const last = entries.at(-1)
    if (!last) throw new Error('there are no migrations')
    writeFileSync(join(folder, 'one_more.sql'), statement)
    return [...entries, { ...last, idx: last.idx + 1, tag: 'one_more', when: last.when + 1 }]
  })

function copyOfMigrations(
  change: (entries: Entry[], sqlOf: (tag: string) => string, folder: string) => Entry[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-migrations-'))
  cpSync(migrationsFolder, folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal: { entries: Entry[] } = JSON.parse(readFileSync(journalFile, 'utf8'))
  const sqlOf = (tag: string) => readFileSync(join(folder, `${tag}.sql`), 'utf8')
  const entries = change(journal.entries, sqlOf, folder)
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries }))
  return { folder, removeFolder: () => rmSync(folder, { recursive: true }) }
}
