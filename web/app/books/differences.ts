import type { Found } from '#payments/comparisons.db.server.ts'
import { isTaken, isUuid } from '#payments/gateway-answers.ts'
import type { Listed } from '#payments/gateway-list.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { centsOf, dollars } from '#platform/money.ts'
import type { Refund } from '#registrations/registrations.tables.ts'

/** A difference, or that a transaction is not of this site, or nothing. */
export type Said = Found | 'foreign' | undefined

type OurCharge = Pick<Charge, 'id' | 'state' | 'amountCents' | 'transactionId' | 'endedHow' | 'askAgainAt'>
type OurRefund = Pick<Refund, 'state' | 'amountCents' | 'transactionId' | 'chargeId' | 'askAgainAt'>

export const amountOf = ({ amount }: Listed) => centsOf(amount) ?? 0
const statusOf = ({ status }: Listed) => `“${status.replaceAll('_', ' ')}”`

/** A sale of the gateway's list beside the charge of its order, and what of it has gone back. */
export function saleDiffers(sale: Listed, charge: OurCharge | undefined, backCents: number): Said {
  const amountCents = amountOf(sale)
  const about = { transactionId: sale.id, chargeId: charge?.id ?? null, amountCents }
  // What was given back by hand, all of it, is seen to.
  const isKept = isTaken(sale.status) && backCents < amountCents
  const [theirs, id] = [dollars(amountCents), sale.id]
  if (!sale.orderId || !isUuid(sale.orderId)) return 'foreign'
  if (!charge)
    return isKept
      ? {
          ...about,
          kind: 'unknown sale',
          words: `The gateway took ${theirs} for the order ${sale.orderId}, which our books do not have (transaction ${id}).`,
        }
      : undefined
  // Somebody is at it: the gateway is asked, or will be asked again.
  if (charge.state === 'pending' || charge.state === 'unknown' || charge.askAgainAt) return undefined
  if (charge.state === 'declined')
    return isKept && charge.endedHow !== 'undone'
      ? {
          ...about,
          kind: 'status',
          words: `Our books say that ${dollars(charge.amountCents)} was not paid; the gateway has it as ${statusOf(sale)} (transaction ${id}).`,
        }
      : undefined
  if (charge.transactionId !== id)
    return isKept
      ? {
          ...about,
          kind: 'unknown sale',
          words: `The gateway took ${theirs} a second time for one payment (transactions ${charge.transactionId} and ${id}).`,
        }
      : undefined
  if (amountCents === charge.amountCents) return undefined
  return {
    ...about,
    kind: 'amount',
    words: `Our books say that ${dollars(charge.amountCents)} was paid; the gateway says ${theirs} (transaction ${id}).`,
  }
}

/** Money that the gateway gave back, beside our refund, or the charge that it came from. */
export function creditDiffers(
  credit: Listed,
  refund: OurRefund | undefined,
  charge: OurCharge | undefined,
): Said {
  if (refund) return refundDiffers(credit, refund)
  if (!charge) return 'foreign'
  const amountCents = amountOf(credit)
  const about = { transactionId: credit.id, chargeId: charge.id, amountCents }
  // A sale that came too late is given back under its own order.
  if (charge.endedHow === 'undone')
    return isTaken(credit.status)
      ? undefined
      : {
          ...about,
          kind: 'status',
          words: `${dollars(amountCents)} that was taken too late was given back, and did not reach the payer (transaction ${credit.id}).`,
        }
  if (!isTaken(credit.status) || charge.askAgainAt) return undefined
  return {
    ...about,
    kind: 'panel refund',
    words: `${dollars(amountCents)} of ${dollars(charge.amountCents)} was given back at the gateway itself, not by this site (transaction ${credit.id}).`,
  }
}

function refundDiffers(credit: Listed, refund: OurRefund): Said {
  const { state, amountCents: ours, chargeId } = refund
  const amountCents = amountOf(credit)
  const about = { transactionId: credit.id, chargeId, amountCents }
  if (['pending', 'unknown', 'queued'].includes(state) || refund.askAgainAt) return undefined
  // One that the gateway's panel made for several places, as a volunteer wrote down.
  const isByHand = refund.transactionId === credit.id && credit.orderId === chargeId
  if (state === 'done') {
    if (amountCents === ours || isByHand || !isTaken(credit.status)) return undefined
    return {
      ...about,
      kind: 'amount',
      words: `Our books say that ${dollars(ours)} went back; the gateway says ${dollars(amountCents)} (transaction ${credit.id}).`,
    }
  }
  if (!isTaken(credit.status)) return undefined
  return {
    ...about,
    kind: 'status',
    words: `Our books say that a refund of ${dollars(ours)} failed; the gateway has it as ${statusOf(credit)} (transaction ${credit.id}).`,
  }
}
