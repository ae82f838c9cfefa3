import { Banner } from '#ui/frame/banner.tsx'

type Props = { year: number; isAsking: boolean; isAllPaid: boolean }

/** Where nothing is due for this year. Green only if something was paid and no other year owes. */
export function YearState({ year, isAsking, isAllPaid }: Props) {
  if (isAsking)
    return (
      <Banner tone="plain">
        <p>
          <b>We are waiting for the bank to confirm your payment.</b>
        </p>
        <p>Do not pay again: your places are kept, and we mail you the receipt.</p>
      </Banner>
    )
  const paid = `All paid for ${year}`
  if (!isAllPaid) return <p className="all-paid">{paid}</p>
  return (
    <Banner tone="good">
      <p>
        <b>{paid}</b>
      </p>
    </Banner>
  )
}
