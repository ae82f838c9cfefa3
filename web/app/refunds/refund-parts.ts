import { meansNames, toWhat } from '#payments/means.ts'
import { dollars } from '#platform/format/money.ts'
import { isOnline, type PaidWay, wayLabels } from '#registrations/ways-to-pay.ts'

/** A part of a refund: online, by hand, or as credit. */
export type BackPart = {
  by: 'card' | 'hand' | 'credit'
  cents: number
  means: Exclude<PaidWay, 'free'> | null
  label?: string | null
}
export type PartState = 'refunded' | 'queued' | 'asking' | 'owed' | 'credited'

const meansName = ({ means }: Pick<BackPart, 'means'>) => meansNames[isOnline(means) ? means : 'card']

const paidClause = ({ means }: Pick<BackPart, 'means'>) =>
  means ? `which you paid ${wayLabels[means]}` : 'which you paid'

export function describeRefund(parts: BackPart[]): string {
  const order = ['card', 'hand', 'credit']
  const inOrder = parts.toSorted((one, other) => order.indexOf(one.by) - order.indexOf(other.by))
  const phrases = inOrder.map((part) => {
    const amount = dollars(part.cents)
    if (part.by === 'card') return `${amount} to your ${meansName(part)}`
    return part.by === 'hand'
      ? `${amount}, ${paidClause(part)}, we return to you`
      : `${amount} becomes your credit again`
  })
  const last = phrases.pop() ?? ''
  return `What you paid goes back: ${phrases.length > 0 ? `${phrases.join(', ')}, and ${last}` : last}.`
}

export function describeRefundedPart(
  part: BackPart,
  state: PartState,
  transactionId?: string | null,
): string {
  const amount = dollars(part.cents)
  const to = toWhat({ means: isOnline(part.means) ? part.means : 'card', meansLabel: part.label ?? null })
  return {
    refunded: `We refunded ${amount} ${to}. Refund transaction: ${transactionId}.`,
    queued: `The refund of ${amount} ${to} is queued: it goes out once the payment has settled, in a day or two. We mail you when it is done.`,
    asking: `The refund of ${amount} ${to} is under way. We mail you when it is done.`,
    owed: `We owe you ${amount}, ${paidClause(part)}, and return it to you.`,
    credited: `${amount} is your credit again.`,
  }[state]
}
