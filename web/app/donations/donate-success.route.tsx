import Printer from 'lucide-react/icons/printer'
import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { dbContext } from '#platform/contexts.server.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { unlistedMeta } from '#ui/site.ts'
import type { Route } from './+types/donate-success.route.ts'
import { pageOf } from './donations.ts'
import './donations.css'
import { ownDonation } from './own-donation.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Thank you')

export async function loader(args: Route.LoaderArgs) {
  const { id, state, donationType, amountCents, acknowledgement } = await ownDonation(args)
  const { causes } = await readProgramme(args.context.get(dbContext))
  const isOpen = state === 'pending' || state === 'unknown'
  const end = isOpen ? 'asking' : state === 'accepted' ? 'given' : 'not-given'
  const gift = `${dollars(amountCents)} to ${causes[donationType].name}`
  return { id, end, gift, receipt: acknowledgement?.number, again: pageOf[donationType] } as const
}

const titles = {
  given: 'Thank you for your gift',
  asking: 'We are waiting for the bank to confirm your gift',
  'not-given': 'Nothing was charged',
}
const askAgainMs = 5000

export default function DonateSuccessPage({ loaderData }: Route.ComponentProps) {
  const { id, end, gift, receipt, again } = loaderData
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (end !== 'asking') return
    const timer = setInterval(revalidate, askAgainMs)
    return () => clearInterval(timer)
  }, [end, revalidate])
  return (
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
        <dl className="gift-facts">
          <dt>{end === 'given' ? 'Your gift' : 'The gift'}</dt>
          <dd>{gift}</dd>
          <dt>Donation id</dt>
          <dd>{id}</dd>
          {receipt && (
            <>
              <dt>Receipt number</dt>
              <dd>{receipt}</dd>
            </>
          )}
        </dl>
        <p className="row">
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
        </p>
      </div>
      {end === 'given' && <span className="won-ball" aria-hidden />}
    </div>
  )
}
