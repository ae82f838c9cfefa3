import { desc, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { photoConsents } from './care.tables.ts'
import { lockPlayer, type PlayerKey } from './contacts.server.ts'

/** The newest decision; undefined where there is none. */
export async function findPhotoConsent(db: Db, personId: string) {
  const [newest] = await db
    .select({ mayBeShown: photoConsents.mayBeShown, at: photoConsents.at })
    .from(photoConsents)
    .where(eq(photoConsents.personId, personId))
    .orderBy(desc(photoConsents.id))
    .limit(1)
  return newest
}

/** Earlier decisions stay on record. */
export function setPhotoConsent(db: Db, player: PlayerKey, mayBeShown: boolean): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    const before = await findPhotoConsent(tx, player.personId)
    if ((before?.mayBeShown ?? false) === mayBeShown) return
    await tx.insert(photoConsents).values({ personId: player.personId, mayBeShown, by: player.accountId })
  })
}
