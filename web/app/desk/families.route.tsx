import Search from 'lucide-react/icons/search'
import { Form, Link } from 'react-router'
import { dbContext } from '#platform/contexts.server.ts'
import { dollars } from '#platform/money.ts'
import { requireRight } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { type FoundFamily, searchFamilies } from '#volunteer/search-families.server.ts'
import type { Route } from './+types/families.route.ts'
import './families.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = requireRight(context, 'sums')
  const text = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 200)
  const found = text.trim() ? await searchFamilies(context.get(dbContext), text) : undefined
  return { text, found, mayAdd: may(member, 'families') }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Families')

export default function FamiliesPage({ loaderData: { text, found, mayAdd } }: Route.ComponentProps) {
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
      {found && (
        <section className="found-families" aria-labelledby="found" key={text}>
          <h2 id="found">{headingOf(found)}</h2>
          {found.families.length > 0 ? (
            <ul className="rows">
              {found.families.map((family) => (
                <Family key={family.number} {...family} />
              ))}
            </ul>
          ) : (
            <p>
              Check the spelling, or try the name of a player, the email or the last digits of the phone
              number.
            </p>
          )}
          {found.hasMore && <p>There are more. Write another letter or two.</p>}
        </section>
      )}
    </div>
  )
}

function headingOf({ families, hasMore }: { families: FoundFamily[]; hasMore: boolean }) {
  if (families.length === 0) return 'Nobody was found.'
  if (hasMore) return `The first ${families.length} families`
  return families.length === 1 ? 'One family' : `${families.length} families`
}

function Family({ number, email, firstName, lastName, players, owesCents }: FoundFamily) {
  return (
    <li>
      <div>
        <h3>
          <Link to={`/desk/families/${number}`}>
            <bdi>{`${firstName} ${lastName}`}</bdi>
          </Link>
        </h3>
        <p className="muted">
          Family {number}, <span className="break">{email}</span>
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
