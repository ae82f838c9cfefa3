import type { Db } from '#platform/database/database.server.ts'
import { longDay } from '#platform/format/dates.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { formatOptions, offersPayPal } from '#platform/settings/payment-options.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'

/** Set it with every change of the notice. */
const changedOn = '2026-11-28'

export type PolicyFacts = Awaited<ReturnType<typeof policyFacts>>

/** Follows the settings, so that the notice is true of this installation. */
export async function policyFacts(db: Db, env: Env) {
  const { name, email, phone, addressLines } = await readProgramme(db)
  const { options, threeDSecure } = env.paymentOffer
  return {
    programme: { name, email, phone, addressLines },
    changedOn: longDay(changedOn),
    gateway: env.gateway.environment,
    ways: formatOptions(options),
    hasPayPal: offersPayPal(options),
    hasVenmo: options.includes('venmo'),
    hasApplePay: options.includes('applePay'),
    hasGooglePay: options.includes('googlePay'),
    asksBanks: threeDSecure !== 'off',
    hasDeviceData: env.paymentOffer.deviceData,
    hasRecaptcha: env.recaptcha !== undefined,
    hasGooglePlaces: env.places !== undefined,
    isSecure: env.siteUrl.startsWith('https:'),
  }
}
