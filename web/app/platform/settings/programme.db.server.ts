import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import type { Env } from './env.server.ts'
import { type Programme, programme } from './programme.tables.ts'
import { usualLimits } from './usual-limits.ts'

export async function readProgramme(db: Db) {
  const [row] = await programmeQuery(db).execute()
  return orNotFound(row)
}

export function familyLimits(programme: Pick<Programme, 'limits'> | undefined, env: Env) {
  const limits = { ...usualLimits, ...programme?.limits }
  return {
    holdMinutes: limits['hold minutes'],
    players: limits.players,
    unpaidPlaces: limits['unpaid places'],
    unpaidPlacesPerSession: limits['unpaid places of a session'],
    /** Above this sum in 30 days, money given away needs a second member's approval. */
    givenBackByOneCents: limits['dollars given back by one member'] * 100,
    ...env.familyLimitsForTests,
  }
}

const programmeQuery = prepared((db) => db.select().from(programme).prepare(''))

/** For the frame of every page; null before the first season. */
export async function programmeOnPages(db: Db) {
  const [row] = await namesQuery(db).execute()
  return row ? { ...row, logo: row.logo && logoAddress(row.logo) } : null
}

/** The name is a hash of the content: cacheable for good. */
const logoAddress = (name: string) => `/logo/${name.replace(/^.*\/|\.\w+$/g, '')}`

const namesQuery = prepared((db) =>
  db
    .select({
      name: programme.name,
      email: programme.email,
      phone: programme.phone,
      addressLines: programme.addressLines,
      accent: programme.accent,
      logo: programme.logo,
    })
    .from(programme)
    .prepare(''),
)
