import type { Db } from './database.server.ts'
import { prepared } from './prepared.server.ts'
import { programme } from './programme.tables.ts'
import { found } from './refusal.ts'

/** The programme's own names and addresses. */
export async function readProgramme(db: Db) {
  const [row] = await allOfIt(db).execute()
  return found(row)
}

const allOfIt = prepared((db) => db.select().from(programme).prepare(''))
