import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { found } from '#platform/refusal.ts'
import type { Env } from './env.server.ts'
import { type Programme, programme } from './programme.tables.ts'
import { usualLimits } from './usual-limits.ts'

/** The programme's own names and addresses. */
export async function readProgramme(db: Db) {
  const [row] = await allOfIt(db).execute()
  return found(row)
}

/** What one family may have: as the programme says, else as usual. */
export function familyLimits(programme: Pick<Programme, 'limits'> | undefined, env: Env) {
  const limits = { ...usualLimits, ...programme?.limits }
  return {
    holdMinutes: limits['hold minutes'],
    players: limits.players,
    unpaidPlaces: limits['unpaid places'],
    unpaidPlacesPerSession: limits['unpaid places of a session'],
    /** What the desk gives away for it in 30 days above this sum waits for a second member. */
    givenBackByOneCents: limits['dollars given back by one member'] * 100,
    ...env.familyLimitsForTests,
  }
}

const allOfIt = prepared((db) => db.select().from(programme).prepare(''))

/** What every page says of it; null before a season has named it. */
export async function programmeOnPages(db: Db) {
  const [row] = await namesOfIt(db).execute()
  return row ? { ...row, logo: row.logo && logoAddress(row.logo) } : null
}

/** Its name tells the version: it may be kept for good. */
const logoAddress = (name: string) => `/logo/${name.replace(/^.*\/|\.\w+$/g, '')}`

const namesOfIt = prepared((db) =>
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
