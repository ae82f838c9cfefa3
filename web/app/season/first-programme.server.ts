import type { World } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { programme } from '#platform/settings/programme.tables.ts'

/** Placeholder row: the host name as its name, the rest for the owner to fill in. */
export async function nameProgramme({ db, env }: Pick<World, 'db' | 'env'>): Promise<void> {
  const { hostname } = new URL(env.siteUrl)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await db
    .insert(programme)
    .values({
      name: hostname,
      blurb: 'Clinics, lessons, leagues and tournaments for young players.',
      email: env.operator.email?.toLowerCase() ?? `help@${hostname}`,
      phone: '',
      addressLines: [],
      timeZone,
      seasonBase: todayIn(timeZone),
      clubs: [],
      walletHandle: '',
      causes: {
        MCT: { name: hostname, blurb: 'Every gift goes to the programme.' },
        DBF: { name: 'Memorial fund', blurb: 'Every gift goes to the fund.' },
      },
    })
    .onConflictDoNothing()
}
