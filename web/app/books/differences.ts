import type { Found } from '#payments/comparisons.db.server.ts'
import { isTaken, isUuid } from '#payments/gateway/gateway-answers.ts'
import type { Listed } from '#payments/gateway/gateway-list.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { centsOf, dollars } from '#platform/format/money.ts'
import type { Refund } from '#registrations/registrations.tables.ts'

/** A difference, or that a transaction is not of this site, or nothing. */
export type Said = Found | 'foreign' | undefined

type OurCharge = Pick<Charge, 'id' | 'state' | 'amountCents' | 'transactionId' | 'endedHow' | 'askAgainAt'>
type OurRefund = Pick<Refund, 'state' | 'amountCents' | 'transactionId' | 'chargeId' | 'askAgainAt'>

export const amountOf = ({ amount }: Listed) => centsOf(amount) ?? 0
const statusOf = ({ status }: Listed) => `“${status.replaceAll('_', ' ')}”`

/** Says of this transaction how it differs. */
const differing =
  (transaction: Listed, chargeId: string | null) =>
  (kind: Found['kind'], words: string): Found => ({
    ...{ kind, words, chargeId },
    ...{ transactionId: transaction.id, amountCents: amountOf(transaction) },
  })

/** A sale of the gateway's list beside the charge of its order, and what of it has gone back. */
export function saleDiffers(sale: Listed, charge: OurCharge | undefined, backCents: number): Said {
  const { id, orderId } = sale
  if (!orderId || !isUuid(orderId)) return 'foreign'
  // Somebody is at it: the gateway is asked, or will be asked again.
  if (charge && (['pending', 'unknown'].includes(charge.state) || charge.askAgainAt)) return undefined
  const differs = differing(sale, charge?.id ?? null)
  const amountCents = amountOf(sale)
  const theirs = dollars(amountCents)
  if (charge?.state === 'accepted' && charge.transactionId === id) {
    if (amountCents === charge.amountCents) return undefined
    return differs(
      'amount',
      `Our books say that ${dollars(charge.amountCents)} was paid; the gateway says ${theirs} (transaction ${id}).`,
    )
  }
  // What was given back by hand, all of it, is seen to.
  if (!isTaken(sale.status) || backCents >= amountCents || charge?.endedHow === 'undone') return undefined
  if (!charge)
    return differs(
      'unknown sale',
      `The gateway took ${theirs} for the order ${orderId}, which our books do not have (transaction ${id}).`,
    )
  if (charge.state === 'declined')
    return differs(
      'status',
      `Our books say that ${dollars(charge.amountCents)} was not paid; the gateway has it as ${statusOf(sale)} (transaction ${id}).`,
    )
  return differs(
    'unknown sale',
    `The gateway took ${theirs} a second time for one payment (transactions ${charge.transactionId} and ${id}).`,
  )
}

/** Money that the gateway gave back, beside our refund, or the charge that it came from. */
export function creditDiffers(
  credit: Listed,
  refund: OurRefund | undefined,
  charge: OurCharge | undefined,
): Said {
  if (refund) return refundDiffers(credit, refund)
  if (!charge) return 'foreign'
  const differs = differing(credit, charge.id)
  const theirs = dollars(amountOf(credit))
  // A sale that came too late is given back under its own order.
  if (charge.endedHow === 'undone') {
    if (isTaken(credit.status)) return undefined
    return differs(
      'status',
      `${theirs} that was taken too late was given back, and did not reach the payer (transaction ${credit.id}).`,
    )
  }
  if (!isTaken(credit.status) || charge.askAgainAt) return undefined
  return differs(
    'panel refund',
    `${theirs} of ${dollars(charge.amountCents)} was given back at the gateway itself, not by this site (transaction ${credit.id}).`,
  )
}

function refundDiffers(credit: Listed, refund: OurRefund): Said {
  const { state, amountCents: ours, chargeId } = refund
  if (['pending', 'unknown', 'queued'].includes(state) || refund.askAgainAt) return undefined
  if (!isTaken(credit.status)) return undefined
  const differs = differing(credit, chargeId)
  if (state === 'failed')
    return differs(
      'status',
      `Our books say that a refund of ${dollars(ours)} failed; the gateway has it as ${statusOf(credit)} (transaction ${credit.id}).`,
    )
  // One that the gateway's panel made for several places, as a volunteer wrote down.
  const isByHand = refund.transactionId === credit.id && credit.orderId === chargeId
  if (amountOf(credit) === ours || isByHand) return undefined
  return differs(
    'amount',
    `Our books say that ${dollars(ours)} went back; the gateway says ${dollars(amountOf(credit))} (transaction ${credit.id}).`,
  )
}
