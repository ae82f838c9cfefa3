import type { ReactNode } from 'react'
import { PageTitle } from '#ui/frame/page-title.tsx'

/** Shown until the browser has read its cart, in the size of what comes. */
export function CartSkeleton({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children?: ReactNode
}) {
  return (
    <div className="wrap cart-page">
      <PageTitle lead={lead}>{title}</PageTitle>
      {children}
      <noscript>
        <p className="needs-script">
          <b>Your cart is kept in your browser, and needs JavaScript to be read.</b> Turn it on and load this
          page again, or write or call us: the address is at the end of this page.
        </p>
      </noscript>
      <div className="split awaits-script">
        <div className="baseline cart-skeleton" aria-hidden>
          <p className="skeleton">Your sessions</p>
          <p className="skeleton">A session of the season</p>
          <p className="skeleton">A session of the season</p>
        </div>
        <p className="visually-hidden" role="status">
          Reading your cart
        </p>
      </div>
    </div>
  )
}
