import { Link } from 'react-router'
import { staffCards, staffYears } from '#events/events.db.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { publicMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/staff.route.ts'
import { toPortrait } from './staff.server.ts'
import './staff.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const current = toYear(todayIn((await readProgramme(db)).timeZone))
  const years = await staffYears(db, current)
  const chosen = Number(new URL(request.url).searchParams.get('year'))
  const year = years.includes(chosen) ? chosen : current
  const staff = await staffCards(db, year)
  return {
    year,
    current,
    otherYears: years.filter((other) => other !== year),
    staff: staff.map(({ picture, ...member }) => ({
      ...member,
      ...toPortrait({ ...member, version: picture }),
    })),
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicMeta(matches, `${loaderData?.year} staff`, 'Who teaches on our courts.')

type Data = Awaited<ReturnType<typeof loader>>

export default function StaffPage({
  loaderData: { year, current, staff, otherYears },
}: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageTitle>{year} staff</PageTitle>
      <div className="baseline">
        {staff.length > 0 ? (
          <ul className="people">
            {staff.map((member) => (
              <Card key={member.id} {...member} />
            ))}
          </ul>
        ) : (
          <Empty title="Please check back soon!">The coaches of {year} are not named yet.</Empty>
        )}
      </div>
      {otherYears.length > 0 && (
        <nav className="staff-years" aria-label="Staff of other years">
          <h2>Other years</h2>
          <ul>
            {otherYears.map((other) => (
              <li key={other}>
                <Link to={other === current ? '/pages/staff' : `?year=${other}`}>{other} staff</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function Card({ name, bio, initials, picture }: Data['staff'][number]) {
  return (
    <li>
      {picture ? (
        <img className="portrait" src={picture} alt={`Portrait of ${name}`} width="500" height="400" />
      ) : (
        <span className="portrait on-court" aria-hidden>
          {initials}
        </span>
      )}
      <h2>{name}</h2>
      <p>{bio}</p>
    </li>
  )
}
