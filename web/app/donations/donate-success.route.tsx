import Printer from 'lucide-react/icons/printer'
import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { dbContext } from '#platform/contexts.server.ts'
import { dollars } from '#platform/format/money.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SumBox } from '#ui/fields/sum-box.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/donate-success.route.ts'
import { causePaths } from './donations.ts'
import { readVisibleDonation } from './visible-donation.server.ts'
import './donations.css'
import '#ui/styles/thank-you.css'

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Thank you')

export async function loader(args: Route.LoaderArgs) {
  const { id, state, donationType, amountCents, acknowledgement } = await readVisibleDonation(args)
  const { causes } = await readProgramme(args.context.get(dbContext))
  const isOpen = state === 'pending' || state === 'unknown'
  const end = isOpen ? 'asking' : state === 'accepted' ? 'given' : 'not-given'
  const facts = {
    To: causes[donationType].name,
    Day: acknowledgement?.date ?? '',
    'Donation id': id,
    Receipt: acknowledgement?.number ?? '',
  }
  return { id, end, facts, amount: dollars(amountCents), again: causePaths[donationType] } as const
}

const titles = {
  given: 'Thank you for your gift',
  asking: 'We are waiting for the bank to confirm your gift',
  'not-given': 'Nothing was charged',
}
const askAgainMs = 5000

const sums = { given: 'Given', asking: 'To confirm', 'not-given': 'Not charged' }

export default function DonateSuccessPage({ loaderData }: Route.ComponentProps) {
  const { id, end, facts, amount, again } = loaderData
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (end !== 'asking') return
    const timer = setInterval(revalidate, askAgainMs)
    return () => clearInterval(timer)
  }, [end, revalidate])
  return (
    <>
      <div className="band on-court won">
        <div className="wrap stack">
          <h1>{titles[end]}</h1>
          {end === 'asking' && (
            <p role="status">
              Do not give again: this page shows the end by itself, and the receipt comes by mail.
            </p>
          )}
          {end === 'not-given' && (
            <p>The payment did not go through. Nothing was given, and nothing is owed.</p>
          )}
          {end === 'given' && (
            <p className="lead">
              A tax receipt will be mailed to the mailing address. We have emailed you a copy too.
            </p>
          )}
        </div>
        {end === 'given' && <span className="won-ball" aria-hidden />}
      </div>
      <div className="wrap split after">
        <section className="baseline" aria-labelledby="gift">
          <h2 id="gift">{end === 'given' ? 'Your gift' : 'The gift'}</h2>
          <dl className="gift-facts">
            {Object.entries(facts).map(
              ([name, fact]) =>
                fact && (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>
                      <bdi>{fact}</bdi>
                    </dd>
                  </div>
                ),
            )}
          </dl>
        </section>
        <SumBox sum={{ title: sums[end], details: ['once'], amount }}>
          {end === 'given' && (
            <ButtonLink
              to={href('/pages/donate/receipt/:id', { id })}
              external
              icon={<Printer aria-hidden size="1.25em" />}
            >
              Print the receipt
            </ButtonLink>
          )}
          {end === 'not-given' && <ButtonLink to={again}>Try another way to pay</ButtonLink>}
          <ButtonLink to="/">See the season</ButtonLink>
        </SumBox>
      </div>
    </>
  )
}
