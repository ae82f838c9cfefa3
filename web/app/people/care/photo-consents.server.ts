import { desc, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { photoConsents } from './care.tables.ts'
import { lockPlayer, type OfPlayer } from './contacts.server.ts'

/** What counts now: the newest word of the family; undefined where it never said one. */
export async function photoConsentOf(db: Db, personId: string) {
  const [newest] = await db
    .select({ mayBeShown: photoConsents.mayBeShown, at: photoConsents.at })
    .from(photoConsents)
    .where(eq(photoConsents.personId, personId))
    .orderBy(desc(photoConsents.id))
    .limit(1)
  return newest
}

/** Gives the consent, or takes it back; what was said before stays on record. */
export function sayOfPhotos(db: Db, player: OfPlayer, mayBeShown: boolean): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    const before = await photoConsentOf(tx, player.personId)
    if ((before?.mayBeShown ?? false) === mayBeShown) return
    await tx.insert(photoConsents).values({ personId: player.personId, mayBeShown, by: player.accountId })
  })
}
