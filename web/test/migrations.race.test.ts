import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { holderOf, parentOf } from '#people/people.db.server.ts'
import { openDatabase } from '#platform/database.server.ts'
import { test } from './database.ts'
import { administer, databaseAt, migrationsFolder } from './template.ts'

type Journal = { entries: { tag: string }[] }

/** A database as it was before the migration that holds `words`, and the way to bring it up to date. */
async function databaseBefore(words: string) {
  const url = process.env.TEST_DATABASE_URL ?? ''
  const name = `before_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  await administer(url, `create database ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'courtside-migrations-'))
  cpSync(migrationsFolder, folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal: Journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const at = journal.entries.findIndex(({ tag }) =>
    readFileSync(join(folder, `${tag}.sql`), 'utf8').includes(words),
  )
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  const where = { databaseUrl: databaseAt(url, name), dataDir: '' }
  const old = await openDatabase(where, folder)
  const bringUp = async () => {
    await old.close()
    return openDatabase(where, migrationsFolder)
  }
  const remove = async () => {
    rmSync(folder, { recursive: true })
    await administer(url, `drop database ${name} with (force)`)
  }
  return { old: old.db, bringUp, remove }
}

test('accounts of before get the name of their holder, and papers given before keep theirs', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore('former_names')
  onTestFinished(remove)
  const parent = crypto.randomUUID()
  const player = crypto.randomUUID()
  await old.execute(sql`insert into accounts (id, kind, email, password_hash, liability_version, liability_address)
    values (${parent}, 'parent', 'robin@example.test', '-', '1', '-'), (${player}, 'player', 'juno@example.test', '-', '1', '-')`)
  await old.execute(sql`insert into people (account_id, role, first_name, last_name)
    values (${parent}, 'parent', 'Robin', 'Vale'), (${player}, 'parent', 'Edith', 'Lobwell'), (${player}, 'myself', ${'Ju\nno'}, 'Lobwell')`)
  await old.execute(
    sql`insert into sign_ins (token_hash, account_id, expires_at) values ('-', ${parent}, now())`,
  )
  const before = new Date()

  const { db, close } = await bringUp()
  onTestFinished(close)

  expect(await holderOf(db, parent)).toEqual({ firstName: 'Robin', lastName: 'Vale' })
  expect(await holderOf(db, player)).toEqual({ firstName: 'Ju no', lastName: 'Lobwell' })
  expect(await holderOf(db, player, before)).toEqual({ firstName: 'Edith', lastName: 'Lobwell' })
  expect(await parentOf(db, player)).toMatchObject({ firstName: 'Edith' })
})
