import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#platform/database.server.ts'

/** Where the workers find the migrated database that theirs are copied from. */
export type Template = { kind: 'postgres'; url: string; name: string } | { kind: 'pglite'; file: string }

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template
  }
}

export const migrationsFolder = fileURLToPath(new URL('../database/migrations', import.meta.url))

/** Runs once before the tests: migrates one database, which every worker then copies in a moment. */
export default async function prepareTemplate(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL
  const { template, remove } = url ? await postgresTemplate(url) : await pgliteTemplate()
  project.provide('template', template)
  return remove
}

async function postgresTemplate(url: string) {
  const name = `template_${process.pid}_${Date.now().toString(36)}`
  await administer(url, `create database ${name}`)
  const opened = await openDatabase({ databaseUrl: databaseAt(url, name), dataDir: '' }, migrationsFolder)
  await opened.close()
  const remove = () => administer(url, `drop database if exists ${name} with (force)`)
  return { template: { kind: 'postgres', url, name } satisfies Template, remove }
}

async function pgliteTemplate() {
  const folder = await mkdtemp(join(tmpdir(), 'courtside-test-'))
  const file = join(folder, 'template.tar')
  const pglite = await PGlite.create()
  await migrate(drizzle(pglite), { migrationsFolder })
  const dump = await pglite.dumpDataDir('none')
  await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  await pglite.close()
  return {
    template: { kind: 'pglite', file } satisfies Template,
    remove: () => rm(folder, { recursive: true }),
  }
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

/** The same cluster, another database of it. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
