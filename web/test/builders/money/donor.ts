import { donate } from '#donations/donate.server.ts'
import type { DonationRequest } from '#donations/donations.schema.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { solvedBotCheck } from '../../harness/bot-check.ts'
import { aWorld } from '../../harness/world.ts'
import { aProgramme } from '../builders.ts'

/** Sends a gift of Edith's; what a test cares about it says in `facts`. */
export async function aDonor(db: Db, settings: Record<string, string>, visitor?: Visitor) {
  await aProgramme(db)
  const world = aWorld(db, settings)
  const idempotencyKey = crypto.randomUUID()
  const gift = async (facts: Partial<DonationRequest> = {}): Promise<DonationRequest> => ({
    donation_type: 'MCT',
    first_name: 'Edith',
    last_name: 'Lobwell',
    email: 'edith@example.test',
    phone: null,
    mailing_address: '4 Baseline Road, Fairmeadow, CA 94000',
    amountCents: 10_000,
    payment_method_nonce: 'fake-valid-nonce',
    g_recaptcha_response: facts.g_recaptcha_response ?? (await solvedBotCheck(db)),
    ...facts,
  })
  const give = async (facts: Partial<DonationRequest> = {}, key = idempotencyKey) =>
    donate(world, visitor, await gift(facts), { address: '192.0.2.7', idempotencyKey: key })
  return { world, gift, give }
}
