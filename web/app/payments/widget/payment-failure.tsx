import { formatList } from '#platform/format/format-list.ts'
import { Banner } from '#ui/frame/banner.tsx'
import type { Failure } from './payment-attempt.ts'

type Props = {
  failure: Failure | undefined
  otherWay: string
}

/**
 * Shown directly above the button that retries. Another way to pay is offered unless the outcome is unknown, a field is
 * missing, or it would not help.
 */
export function PaymentFailure({ failure, otherWay }: Props) {
  if (!failure) return null
  return (
    <Banner tone="bad" focus={failure.hasCursor ? undefined : failure}>
      <p>{failure.message}</p>
      {failure.more && <p>{failure.more}</p>}
      {!failure.isOpen && !failure.concernsPurchase && !failure.hasCursor && <p>{otherWay}</p>}
    </Banner>
  )
}

export const stillNeeded = (names: string[]) =>
  names.length > 0 ? `Still needed: ${formatList(names)}.` : undefined
