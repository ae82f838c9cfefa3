import { Link, useLocation } from 'react-router'
import { DonateForm } from '#donations/form/donate-form.tsx'
import { loadForPayment } from '#payments/widget/payment-page.ts'
import { visitorContext } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Route } from './+types/donate.route.ts'
import { donationTypes } from './donation-types.ts'
import { readDonorDefaults } from './donations.db.server.ts'
import { causePaths } from './donations.ts'
import './donations.css'

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { gateway, paymentOffer } = context.get(worldContext).env
  const visitor = context.get(visitorContext)
  const { causes } = await readProgramme(db)
  const gatewayUrl = gateway.environment === 'local' ? gateway.url : undefined
  return {
    causes,
    paymentOffer,
    accountId: visitor?.accountId,
    donor: visitor && (await readDonorDefaults(db, visitor)),
    // 3-D Secure does not work with the public key: the form then requests a token.
    guest:
      visitor || paymentOffer.threeDSecure !== 'off'
        ? undefined
        : { authorization: gateway.tokenizationKey, gatewayUrl },
  }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const form = await serverLoader()
  loadForPayment(request, form.paymentOffer)
  return form
}

export default function DonatePage({ loaderData: { causes, ...form } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const type = pathname === causePaths.DBF ? 'DBF' : 'MCT'
  const { blurb, about, gifts } = causes[type]
  return (
    <>
      <div className="band on-court give">
        <div className="wrap">
          <h1>Put a racket in someone’s hand</h1>
          <p>
            {blurb} {about}
          </p>
          <nav aria-label="Cause">
            <ul className="cause-tabs">
              {donationTypes.map((cause) => (
                <li key={cause}>
                  <Link
                    to={causePaths[cause]}
                    aria-current={cause === type ? 'page' : undefined}
                    preventScrollReset
                    replace
                  >
                    {causes[cause].name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <div className="wrap">
        <DonateForm type={type} gifts={gifts} {...form} />
      </div>
    </>
  )
}
