import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { addressContext, dbContext, worldContext } from '#platform/contexts.server.ts'
import { countTry, isBeyond, networkOf } from '#platform/rate-limit.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { receiptMail } from './acknowledge.server.ts'
import { giftWithLink } from './donations.db.server.ts'
import { type AskedGift, ownDonation } from './own-donation.server.ts'

const limits = { gift: { tries: 3, minutes: 24 * 60 }, network: { tries: 30, minutes: 60 } }

/** The receipt; or, of a gift without an account and an old link, no more than a hint where it was mailed. */
export async function ownReceipt(asked: AskedGift) {
  const { id, accountId } = await ownDonation(asked)
  const { gift, isLinkOpen } = found(await giftWithLink(asked.context.get(dbContext), id))
  const receipt = found(gift.acknowledgement)
  return accountId || isLinkOpen ? { receipt } : { mailedTo: hintOf(found(gift.email || null)) }
}

/** "e…@…" */
const hintOf = (email: string) => `${email.slice(0, 1)}…@…`

/** Mails the receipt to its donor once more, whoever asks: nobody else learns anything by it. */
export async function mailReceiptAgain(asked: AskedGift) {
  const db = asked.context.get(dbContext)
  const { id } = await ownDonation(asked)
  await countTry(db, `receipt:${networkOf(asked.context.get(addressContext))}`, limits.network)
  if (await isBeyond(db, `receipt:${id}`, limits.gift))
    refuse(
      'too-many-tries',
      'We mailed it several times today. Look for it in your spam folder, or write to us.',
    )
  const { gift } = found(await giftWithLink(db, id))
  found(gift.email || null)
  await addMail(db, receiptMail(gift, found(gift.acknowledgement)))
  nudgeMail(asked.context.get(worldContext))
}
