import { href } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import type { SentOrder } from './checked-cart.ts'

/** After a reload in the middle of paying. */
export function SentOrderBanner({ order }: { order: SentOrder }) {
  return (
    <div className="cart-news">
      <Banner tone={order.is_open ? 'due' : 'good'}>
        <p>
          <b>
            {order.is_open
              ? 'We are waiting for the bank to confirm your payment.'
              : 'What you sent before has gone through, and is out of your cart.'}
          </b>
        </p>
        <p>
          <ButtonLink to={orderPage(order)}>
            {order.is_open ? 'See how it stands' : 'See your order and its receipt'}
          </ButtonLink>
        </p>
      </Banner>
    </div>
  )
}

export const orderPage = ({ id }: { id: string }) => href('/pages/order/success/:id', { id })
