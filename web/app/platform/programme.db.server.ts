import type { Db } from './database.server.ts'
import { programme } from './programme.tables.ts'
import { found } from './refusal.ts'

/** The programme's own names and addresses. */
export async function readProgramme(db: Db) {
  const [row] = await db.select().from(programme)
  return found(row)
}
