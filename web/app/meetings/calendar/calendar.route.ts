import { and } from 'drizzle-orm'
import { href, redirect } from 'react-router'
import { loginAddress } from '#people/sign-in/login-address.ts'
import { visitorContext } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { rowId, yearId } from '#platform/http/page.server.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { hasRegistrationId, registrationEntries, startsIn } from '#registrations/entries.db.server.ts'
import type { Route } from './+types/calendar.route.ts'
import { calendarMeetings, toCalendar } from './calendar.server.ts'

/** An iCalendar file: `?year=2027` for a year, `?registration=12` for one registration. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext)
  const { searchParams, search } = new URL(request.url)
  const [year, registration] = [searchParams.get('year'), searchParams.get('registration')]
  if (!visitor) throw redirect(loginAddress({ pathname: href('/pages/registration-history'), search }))
  const db = context.get(dbContext)
  const filter = and(
    year === null ? undefined : startsIn(yearId(year)),
    registration === null ? undefined : hasRegistrationId(rowId(registration)),
  )
  const entries = filter ? await registrationEntries(db, visitor.accountId, filter) : []
  if (entries.length === 0) refuse('not-found')
  const { env } = context.get(worldContext)
  const meetings = await calendarMeetings(
    db,
    entries.map(({ session }) => session.id),
  )
  const file = toCalendar(entries, meetings, { siteUrl: env.siteUrl, programme: await readProgramme(db) })
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="sessions-${year ?? entries[0]?.session.startsOn}.ics"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
