import { giftWithLink } from '#donations/donations.db.server.ts'
import { type GiftArgs, ownDonation } from '#donations/own-donation.server.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { addressContext, dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { countTry, isBeyond, networkOf } from '#platform/http/rate-limit.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { receiptMail } from './acknowledge.server.ts'
import { withdrawnReceipt } from './withdrawn-receipt.server.ts'

const limits = { gift: { tries: 3, minutes: 24 * 60 }, network: { tries: 30, minutes: 60 } }

/** The receipt; or, of a gift without an account and an old link, no more than a hint where it was mailed. */
export async function ownReceipt(args: GiftArgs) {
  const db = args.context.get(dbContext)
  const { id, accountId, state } = await ownDonation(args)
  const { gift, isLinkOpen } = found(await giftWithLink(db, id))
  // It names nobody, so every link may show it.
  if (gift.number && state === 'declined') return { receipt: withdrawnReceipt(await readProgramme(db), gift) }
  const receipt = found(gift.acknowledgement)
  return accountId || isLinkOpen ? { receipt } : { mailedTo: hintOf(found(gift.email || null)) }
}

/** As long as it counts, and its donor has left an address. */
export async function receiptMailAgain(tx: Db, donationId: string) {
  const { gift } = (await giftWithLink(tx, donationId)) ?? {}
  return gift?.email && gift.acknowledgement ? receiptMail(gift, gift.acknowledgement) : undefined
}

/** "e…@…" */
const hintOf = (email: string) => `${email.slice(0, 1)}…@…`

/** Mails the receipt to its donor once more, whoever asks: nobody else learns anything by it. */
export async function mailReceiptAgain(args: GiftArgs) {
  const db = args.context.get(dbContext)
  const { id } = await ownDonation(args)
  await countTry(db, `receipt:${networkOf(args.context.get(addressContext))}`, limits.network)
  if (await isBeyond(db, `receipt:${id}`, limits.gift))
    refuse(
      'too-many-tries',
      'We mailed it several times today. Look for it in your spam folder, or write to us.',
    )
  const { gift } = found(await giftWithLink(db, id))
  found(gift.email || null)
  await addMail(db, receiptMail(gift, found(gift.acknowledgement)))
  nudgeMail(args.context.get(worldContext))
}
