import { listOf } from '#platform/format/list-of.ts'
import { Banner } from '#ui/frame/banner.tsx'
import type { Failure } from './payment-attempt.ts'

type Props = {
  failure: Failure | undefined
  /** What can be done without a card. */
  otherWay: string
}

/**
 * Why a payment failed, directly above the button that tries it again, and what else there is: unless nobody knows yet
 * whether it went through, something is only to be filled in, or another way to pay would not help.
 */
export function PaymentFailure({ failure, otherWay }: Props) {
  if (!failure) return null
  return (
    <Banner tone="bad" focus={failure.hasCursor ? undefined : failure}>
      <p>{failure.message}</p>
      {failure.more && <p>{failure.more}</p>}
      {!failure.isOpen && !failure.isOfPurchase && !failure.hasCursor && <p>{otherWay}</p>}
    </Banner>
  )
}

export const stillNeeded = (names: string[]) =>
  names.length > 0 ? `Still needed: ${listOf(names)}.` : undefined
