import { Banner } from '#ui/banner.tsx'
import type { Failure } from './payment-attempt.ts'

/** Why a payment failed, directly above the button that tries it again. */
export function PaymentFailure({ failure }: { failure: Failure | undefined }) {
  if (!failure) return null
  return (
    <Banner tone="bad" focus={failure}>
      <p>{failure.message}</p>
      {failure.more && <p>{failure.more}</p>}
    </Banner>
  )
}
