import { PageTitle } from '#ui/page-title.tsx'

/** Until the browser has read its cart: blocks of the size of what comes. */
export function CartSkeleton({ title }: { title: string }) {
  return (
    <div className="wrap">
      <PageTitle>{title}</PageTitle>
      <div className="split">
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
