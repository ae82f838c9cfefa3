import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { sweepMails } from '#mail/erase-mail-text.server.ts'
import { forgetMails } from '#mail/outbox.server.ts'
import { completeReleases } from '#people/accounts/sign-up/releases.db.server.ts'
import { removeUnused } from '#people/accounts/sign-up/unused.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepTries } from '#platform/http/rate-limit.server.ts'
import { every } from '#platform/jobs/every.server.ts'
import { retention } from '#platform/retention.ts'
import { sweepGuardians } from '../care/guardian.server.ts'
import { completeFamilies } from '../families.db.server.ts'
import { accounts, familyMerges, signIns, tokens } from '../people.tables.ts'
import { fillSearch } from '../search.db.server.ts'

const hourSeconds = 3600

/** Deletes expired rows at the start and every hour. Returns its stop. */
export const startSweeping = (world: World) =>
  every(hourSeconds, () => sweep(world.db), world.log, 'the sweep failed')

export async function sweep(db: Db): Promise<void> {
  const isOver = lt(accounts.linkSentAt, sql`now() - make_interval(days => ${retention.neverActivatedDays})`)
  await db.transaction(async (tx) => {
    for (const id of await removeUnused(tx, isOver)) await forgetMails(tx, id)
  })
  await completeFamilies(db)
  await completeReleases(db)
  await db.delete(tokens).where(lt(tokens.expiresAt, sql`now()`))
  await db.delete(signIns).where(lt(signIns.expiresAt, sql`now()`))
  await sweepGuardians(db)
  await forgetMerges(db)
  await fillSearch(db)
  await sweepTries(db)
  await sweepMails(db)
}

/** From then on a merge cannot be undone. */
function forgetMerges(db: Db) {
  const isOver = lt(familyMerges.at, sql`now() - make_interval(hours => ${retention.mergeUndoHours})`)
  return db
    .update(familyMerges)
    .set({ saved: null })
    .where(and(isNotNull(familyMerges.saved), isOver))
}
