import Search from 'lucide-react/icons/search'
import { Form, Link } from 'react-router'
import { dbContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { requireRight } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { type FoundFamilies, searchFamilies } from '#volunteer/search-families.server.ts'
import { unsignedFamilies } from '#volunteer/unsigned-families.server.ts'
import type { Route } from './+types/families.route.ts'
import './families.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = requireRight(context, 'sums')
  const db = context.get(dbContext)
  const { searchParams } = new URL(request.url)
  const text = (searchParams.get('q') ?? '').slice(0, 200)
  const mayAdd = may(member, 'families')
  const isOfUnsigned = mayAdd && searchParams.get('release') === 'unsigned'
  if (isOfUnsigned) {
    const today = todayIn((await readProgramme(db)).timeZone)
    return { text: '', isOfUnsigned, found: await unsignedFamilies(db, today), mayAdd }
  }
  return { text, isOfUnsigned, found: text.trim() ? await searchFamilies(db, text) : undefined, mayAdd }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Families')

export default function FamiliesPage({ loaderData }: Route.ComponentProps) {
  const { text, isOfUnsigned, found, mayAdd } = loaderData
  return (
    <div className="wrap">
      <PageTitle aside={mayAdd && <ButtonLink to="/desk/families/new">New family</ButtonLink>}>
        Families
      </PageTitle>
      <Form className="find-family baseline" role="search">
        <div className="field">
          <label htmlFor="q">Name, email, phone or invoice</label>
          <input id="q" name="q" type="search" defaultValue={text} autoComplete="off" spellCheck={false} />
          <p className="hint">The first letters are enough: “pip lob”, “edith@”, “0177”, “2027-1042”.</p>
        </div>
        <Button type="submit" variant="ball" icon={<Search aria-hidden size="1.25em" />}>
          Find
        </Button>
      </Form>
      {mayAdd && !isOfUnsigned && (
        <p>
          <ButtonLink size="small" variant="bare" to="?release=unsigned">
            Who has not signed the release
          </ButtonLink>
        </p>
      )}
      {found && (
        <section className="found-families" aria-labelledby="found" key={`${isOfUnsigned} ${text}`}>
          <h2 id="found">{isOfUnsigned ? unsignedHeading(found) : headingOf(found)}</h2>
          {found.families.length > 0 ? (
            <ul className="rows">
              {found.families.map((family) => (
                <Family key={family.number} {...family} />
              ))}
            </ul>
          ) : (
            !isOfUnsigned && (
              <p>
                Check the spelling, or try the name of a player, the email or the last digits of the phone
                number.
              </p>
            )
          )}
          {found.hasMore && <p>There are more. {!isOfUnsigned && 'Write another letter or two.'}</p>}
        </section>
      )}
    </div>
  )
}

function unsignedHeading({ families, hasMore }: FoundFamilies) {
  if (families.length === 0) return 'Every family with a place has signed the release.'
  if (hasMore) return `The first ${families.length} families that have not signed the release`
  return families.length === 1
    ? 'One family has not signed the release'
    : `${families.length} families have not signed the release`
}

function headingOf({ families, hasMore }: FoundFamilies) {
  if (families.length === 0) return 'Nobody was found.'
  if (hasMore) return `The first ${families.length} families`
  return families.length === 1 ? 'One family' : `${families.length} families`
}

function Family({
  number,
  email,
  firstName,
  lastName,
  players,
  owesCents,
}: FoundFamilies['families'][number]) {
  return (
    <li>
      <div>
        <h3>
          <Link className="alone" to={`/desk/families/${number}`}>
            <bdi>{`${firstName} ${lastName}`}</bdi>
          </Link>
        </h3>
        <p className="muted">
          Family {number}, <span className="break">{email ?? 'no email'}</span>
        </p>
        {players.length > 0 && (
          <p>
            {players.map((player, at) => (
              <span key={player.id}>
                {at > 0 && ', '}
                <bdi>{`${player.firstName} ${player.lastName}`}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      {owesCents > 0 && <Chip tone="due">Owes {dollars(owesCents)}</Chip>}
    </li>
  )
}
