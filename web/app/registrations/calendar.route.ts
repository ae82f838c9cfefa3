import { and } from 'drizzle-orm'
import { redirect } from 'react-router'
import { loginAddress } from '#people/login-address.ts'
import { visitorContext } from '#people/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import type { Route } from './+types/calendar.route.ts'
import { calendarOf } from './calendar.server.ts'
import { ofRegistration, registrationEntries, startsIn } from './registrations.db.server.ts'

const history = '/pages/registration-history'

/** The family's own sessions as a file for its calendar: `?year=2027` all of a year, `?registration=12` one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext)
  const asked = new URL(request.url).searchParams
  const [year, registration] = [asked.get('year') ?? '', asked.get('registration') ?? '']
  const isYear = /^2\d{3}$/.test(year)
  if (!visitor) throw redirect(loginAddress({ pathname: history, search: isYear ? `?year=${year}` : '' }))
  const db = context.get(dbContext)
  const which = and(
    isYear ? startsIn(Number(year)) : undefined,
    /^\d{1,9}$/.test(registration) ? ofRegistration(Number(registration)) : undefined,
  )
  const entries = which ? await registrationEntries(db, visitor.accountId, which) : []
  if (entries.length === 0) throw new Response('We could not find that.', { status: 404 })
  const { env } = context.get(worldContext)
  const file = calendarOf(entries, { siteUrl: env.siteUrl, programme: await readProgramme(db) })
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="sessions-${year || entries[0]?.session.startsOn}.ics"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
