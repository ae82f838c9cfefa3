import { releaseFor } from '#people/release/release.server.ts'
import { ReleaseNotice } from '#people/release/release-notice.tsx'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { dollars } from '#platform/format/money.ts'
import { useCart } from '#registrations/cart.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Aside } from '#ui/frame/aside.tsx'
import { useRestoredFocus } from '#ui/frame/navigation.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/cart.route.ts'
import { CartSkeleton } from './cart-skeleton.tsx'
import { CartTable, RemoveButton } from './cart-table.tsx'
import { canCheckOut, cartTotal, checkedCart, checkoutBlocker, formatSessionCount } from './checked-cart.ts'
import { SentOrderBanner } from './sent-order.tsx'
import { TotalBox } from './total-box.tsx'
import './cart.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Cart', 'The sessions you chose.')

export async function loader({ context }: Route.LoaderArgs) {
  const { accountId } = context.get(accountContext)
  const { standing } = await releaseFor(context.get(dbContext), accountId)
  return { accountId, standing }
}

const lead = 'A place is yours once you have checked out. Until then it stays open to every other family.'

/** The cart lives in the browser; the server checks each item. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const { accountId, standing } = await serverLoader()
  const { order } = await checkedCart(accountId)
  return { accountId, standing, order }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <CartSkeleton title="Cart" lead={lead} />
}

export default function CartPage({ loaderData: { accountId, standing, order } }: Route.ComponentProps) {
  const items = useCart(accountId)
  useRestoredFocus()
  return (
    <div className="wrap cart-page">
      <PageTitle lead={lead}>Cart</PageTitle>
      <p className="visually-hidden" role="status">
        {formatSessionCount(items.length)}, {dollars(cartTotal(items))}
      </p>
      {order && <SentOrderBanner order={order} />}
      <ReleaseNotice standing={standing} next="/pages/cart" />
      {items.length === 0 ? (
        <div className="split">
          <Empty title="Your cart is empty" action={<ButtonLink to="/">See the season</ButtonLink>}>
            Explore our clinics, lessons or leagues.
          </Empty>
          <Aside title="How a place is yours">
            <ol className="stack numbered">
              <li>Choose a player and a session on the page of a clinic, lesson, league or tournament.</li>
              <li>Check out, and pay now or later.</li>
              <li>Plans change? Give the place back up to the day of the event, with a full refund.</li>
            </ol>
          </Aside>
        </div>
      ) : (
        <div className="split">
          <section className="baseline" aria-labelledby="items">
            <h2 id="items">Your sessions</h2>
            <CartTable items={items} action={(item) => <RemoveButton item={item} />} />
          </section>
          <TotalBox items={items}>
            <div className="bottom-bar">
              <p>
                <b>{dollars(cartTotal(items))}</b>
                <span>{canCheckOut(items) ? formatSessionCount(items.length) : 'See what is marked'}</span>
              </p>
              {canCheckOut(items) ? (
                <ButtonLink to="/pages/checkout" variant="ball" wide>
                  Check out
                </ButtonLink>
              ) : (
                <Button variant="ball" wide disabled aria-describedby="why-not">
                  Check out
                </Button>
              )}
            </div>
            {!canCheckOut(items) && (
              <p className="small muted" id="why-not">
                {checkoutBlocker(items)}
              </p>
            )}
            <ButtonLink to="/" wide>
              Add another session
            </ButtonLink>
          </TotalBox>
        </div>
      )}
    </div>
  )
}
