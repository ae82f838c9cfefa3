import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'

/** From now on no row of this table can be changed, as on a full disk; the answer mends it. */
export async function breakUpdates(db: Db, table: 'charges' | 'refunds') {
  await db.execute(sql`create function refuse_update() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device'; end $$`)
  await db.execute(
    sql.raw(`create trigger refuse_update before update on ${table} execute function refuse_update()`),
  )
  return async () => {
    await db.execute(sql`drop function refuse_update() cascade`)
  }
}
