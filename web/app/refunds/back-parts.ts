import { meansNames, toWhat } from '#payments/means.ts'
import { dollars } from '#platform/format/money.ts'
import { isOnline, type PaidWay, wayWords } from '#registrations/ways-to-pay.ts'

/** A part of what goes back for a place: to what paid it online, by hand, or to the family's credit. */
export type BackPart = {
  by: 'card' | 'hand' | 'credit'
  cents: number
  /** What paid it; null where nobody knows. */
  means: Exclude<PaidWay, 'free'> | null
  label?: string | null
}
export type PartState = 'refunded' | 'queued' | 'asking' | 'owed' | 'credited'

const nameOf = ({ means }: Pick<BackPart, 'means'>) => meansNames[isOnline(means) ? means : 'card']

const paidWords = ({ means }: Pick<BackPart, 'means'>) =>
  means ? `which you paid ${wayWords[means]}` : 'which you paid'

/** Before a place is given up: what goes back how. */
export function goesBackWords(parts: BackPart[]): string {
  const order = ['card', 'hand', 'credit']
  const inOrder = parts.toSorted((one, other) => order.indexOf(one.by) - order.indexOf(other.by))
  const words = inOrder.map((part) => {
    const amount = dollars(part.cents)
    if (part.by === 'card') return `${amount} to your ${nameOf(part)}`
    return part.by === 'hand'
      ? `${amount}, ${paidWords(part)}, we return to you`
      : `${amount} becomes your credit again`
  })
  const last = words.pop() ?? ''
  return `What you paid goes back: ${words.length > 0 ? `${words.join(', ')}, and ${last}` : last}.`
}

/** What became of a part. */
export function wentBackWords(part: BackPart, state: PartState, transactionId?: string | null): string {
  const amount = dollars(part.cents)
  const to = toWhat({ means: isOnline(part.means) ? part.means : 'card', meansLabel: part.label ?? null })
  return {
    refunded: `We refunded ${amount} ${to}. Refund transaction: ${transactionId}.`,
    queued: `The refund of ${amount} ${to} is queued: it goes out once the payment has settled, in a day or two. We mail you when it is done.`,
    asking: `The refund of ${amount} ${to} is under way. We mail you when it is done.`,
    owed: `We owe you ${amount}, ${paidWords(part)}, and return it to you.`,
    credited: `${amount} is your credit again.`,
  }[state]
}
