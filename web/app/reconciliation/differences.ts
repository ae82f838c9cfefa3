import type { Found } from '#payments/comparisons.db.server.ts'
import { isTaken, isUuid } from '#payments/gateway/gateway-answers.ts'
import type { Listed } from '#payments/gateway/gateway-list.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { dollars, parseCents } from '#platform/format/money.ts'
import type { Refund } from '#registrations/registrations.tables.ts'

/** `foreign`: the transaction is not of this site. */
export type CompareResult = Found | 'foreign' | undefined

type OurCharge = Pick<Charge, 'id' | 'state' | 'amountCents' | 'transactionId' | 'endedHow' | 'askAgainAt'>
type OurRefund = Pick<Refund, 'state' | 'amountCents' | 'transactionId' | 'chargeId' | 'askAgainAt'>

export const listedCents = ({ amount }: Listed) => parseCents(amount) ?? 0
const quotedStatus = ({ status }: Listed) => `“${status.replaceAll('_', ' ')}”`

/** Builds differences of this transaction. */
const differing =
  (transaction: Listed, chargeId: string | null) =>
  (kind: Found['kind'], sentence: string): Found => ({
    ...{ kind, words: sentence, chargeId },
    ...{ transactionId: transaction.id, amountCents: listedCents(transaction) },
  })

/** Compares a sale with the charge of its order; `backCents`: what of it was refunded. */
export function saleDiffers(sale: Listed, charge: OurCharge | undefined, backCents: number): CompareResult {
  const { id, orderId } = sale
  if (!orderId || !isUuid(orderId)) return 'foreign'
  // The charge is open, or due to be asked about again.
  if (charge && (['pending', 'unknown'].includes(charge.state) || charge.askAgainAt)) return undefined
  const differs = differing(sale, charge?.id ?? null)
  const amountCents = listedCents(sale)
  const theirs = dollars(amountCents)
  if (charge?.state === 'accepted' && charge.transactionId === id) {
    if (amountCents === charge.amountCents) return undefined
    return differs(
      'amount',
      `Our books say that ${dollars(charge.amountCents)} was paid; the gateway says ${theirs} (transaction ${id}).`,
    )
  }
  // A sale that was refunded in the panel as a whole is settled.
  if (!isTaken(sale.status) || backCents >= amountCents || charge?.endedHow === 'undone') return undefined
  if (!charge)
    return differs(
      'unknown sale',
      `The gateway took ${theirs} for the order ${orderId}, which our books do not have (transaction ${id}).`,
    )
  if (charge.state === 'declined')
    return differs(
      'status',
      `Our books say that ${dollars(charge.amountCents)} was not paid; the gateway has it as ${quotedStatus(sale)} (transaction ${id}).`,
    )
  return differs(
    'unknown sale',
    `The gateway took ${theirs} a second time for one payment (transactions ${charge.transactionId} and ${id}).`,
  )
}

/** Compares a refund of the gateway with ours, or with the charge that it came from. */
export function creditDiffers(
  credit: Listed,
  refund: OurRefund | undefined,
  charge: OurCharge | undefined,
): CompareResult {
  if (refund) return refundDiffers(credit, refund)
  if (!charge) return 'foreign'
  const differs = differing(credit, charge.id)
  const theirs = dollars(listedCents(credit))
  // A late sale is refunded under its own order.
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

function refundDiffers(credit: Listed, refund: OurRefund): CompareResult {
  const { state, amountCents: ours, chargeId } = refund
  if (['pending', 'unknown', 'queued'].includes(state) || refund.askAgainAt) return undefined
  if (!isTaken(credit.status)) return undefined
  const differs = differing(credit, chargeId)
  if (state === 'failed')
    return differs(
      'status',
      `Our books say that a refund of ${dollars(ours)} failed; the gateway has it as ${quotedStatus(credit)} (transaction ${credit.id}).`,
    )
  // A refund in the panel for several places, assigned by a volunteer.
  const isByHand = refund.transactionId === credit.id && credit.orderId === chargeId
  if (listedCents(credit) === ours || isByHand) return undefined
  return differs(
    'amount',
    `Our books say that ${dollars(ours)} went back; the gateway says ${dollars(listedCents(credit))} (transaction ${credit.id}).`,
  )
}
