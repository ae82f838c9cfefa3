import { desc, eq } from 'drizzle-orm'
import { liabilityRelease } from '#people/accounts/sign-up/liability.ts'
import { signRelease } from '#people/accounts/sign-up/releases.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { releases } from '../people.tables.ts'

/** `outdated`: an earlier text was accepted, which suffices to play and to check out. */
export type ReleaseStanding = 'signed' | 'outdated' | 'unsigned'

export async function releaseFor(db: Db, accountId: string) {
  const programme = await readProgramme(db)
  const release = liabilityRelease(programme)
  const accepted = await db
    .select({ version: releases.version, at: releases.at })
    .from(releases)
    .where(eq(releases.accountId, accountId))
    .orderBy(desc(releases.at))
  const signed = accepted.find(({ version }) => version === release.version)
  const standing: ReleaseStanding = signed ? 'signed' : accepted.length > 0 ? 'outdated' : 'unsigned'
  return { release, standing, signedAt: signed?.at, timeZone: programme.timeZone }
}

type Holder = { accountId: string; familyId: string }

/** Idempotent. */
export function signOnSite(db: Db, { accountId, familyId }: Holder, address: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = liabilityRelease(await readProgramme(tx))
    const by: Actor = `family:${familyId}`
    if (await signRelease(tx, { accountId, version, how: 'site', by, address }))
      await addChange(tx, { actor: by, what: 'release signed on the site', familyId })
  })
}
