import { giftWithLink } from '#donations/donations.db.server.ts'
import { type GiftArgs, readVisibleDonation } from '#donations/visible-donation.server.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { addressContext, dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { countTry, isBeyond, toNetwork } from '#platform/http/rate-limit.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { receiptMail } from './acknowledge.server.ts'
import { withdrawnReceipt } from './withdrawn-receipt.server.ts'

const limits = { gift: { tries: 3, minutes: 24 * 60 }, network: { tries: 30, minutes: 60 } }

/** The receipt; for a guest's expired link only a hint of the address. */
export async function readVisibleReceipt(args: GiftArgs) {
  const db = args.context.get(dbContext)
  const { id, accountId, state } = await readVisibleDonation(args)
  const { gift, isLinkOpen } = orNotFound(await giftWithLink(db, id))
  // It names nobody, so every link may show it.
  if (gift.number && state === 'declined') return { receipt: withdrawnReceipt(await readProgramme(db), gift) }
  const receipt = orNotFound(gift.acknowledgement)
  return accountId || isLinkOpen ? { receipt } : { mailedTo: maskEmail(orNotFound(gift.email || null)) }
}

/** Undefined if the gift does not count, or its donor left no address. */
export async function receiptMailAgain(tx: Db, donationId: string) {
  const { gift } = (await giftWithLink(tx, donationId)) ?? {}
  return gift?.email && gift.acknowledgement ? receiptMail(gift, gift.acknowledgement) : undefined
}

/** "e…@…" */
const maskEmail = (email: string) => `${email.slice(0, 1)}…@…`

/** Open to anybody with the link: it is sent to the donor only. */
export async function mailReceiptAgain(args: GiftArgs) {
  const db = args.context.get(dbContext)
  const { id } = await readVisibleDonation(args)
  await countTry(db, `receipt:${toNetwork(args.context.get(addressContext))}`, limits.network)
  if (await isBeyond(db, `receipt:${id}`, limits.gift))
    refuse(
      'too-many-tries',
      'We mailed it several times today. Look for it in your spam folder, or write to us.',
    )
  const { gift } = orNotFound(await giftWithLink(db, id))
  orNotFound(gift.email || null)
  await addMail(db, receiptMail(gift, orNotFound(gift.acknowledgement)))
  nudgeMail(args.context.get(worldContext))
}
