import type { Gateway } from '../gateway/gateway.ts'
import type { TokenHints } from '../gateway/token-hints.ts'
import type { CreateOptions } from '../merchant-options/create-options.ts'
import type { Running } from '../model/running.ts'
import type { PaymentOption } from '../payment-methods/payment-method.ts'
import { paymentOptions } from '../payment-methods/ways-to-pay.ts'
import { DropinError } from '../platform/errors.ts'
import { waits, withTimeout } from '../platform/waits.ts'
import { applePayOption } from './apple-pay/apple-pay-option.tsx'
import { cardOption } from './card/card-option.tsx'
import { googlePayOption } from './google-pay/google-pay-option.tsx'
import { paypalCreditOption, paypalOption } from './paypal/paypal-option.tsx'
import { venmoOption } from './venmo/venmo-option.tsx'
import type { OpenWays, PreparedWay, WayToPay } from './way-to-pay.ts'

/** Code by payment option, in the order of the sheets. */
const waysToPay: Record<PaymentOption, WayToPay> = {
  paypal: paypalOption,
  paypalCredit: paypalCreditOption,
  applePay: applePayOption,
  googlePay: googlePayOption,
  venmo: venmoOption,
  card: cardOption,
}

const known = Object.entries(waysToPay) as [PaymentOption, WayToPay][]

type PreparedWays = ReadonlyMap<PaymentOption, PreparedWay>

/** Preloads the ways to pay that the client token lets expect. */
export function prepareWays(options: CreateOptions, hints: TokenHints, container: Element): PreparedWays {
  const { paymentOptionPriority: priority } = options
  const requested = Array.isArray(priority) ? priority : paymentOptions
  const prepared = known.flatMap(([option, way]) => {
    const ahead = requested.includes(option) && way.prepare?.(options, hints, container)
    return ahead ? [[option, ahead] as const] : []
  })
  return new Map(prepared)
}

/** Opens the offered ones; closes others that were preloaded. */
export function openWays(
  running: Running,
  offered: readonly PaymentOption[],
  prepared: PreparedWays = new Map(),
): OpenWays {
  for (const [option, way] of prepared) if (!offered.includes(option)) way.close()
  return new Map(
    known.flatMap(([option, way]) =>
      offered.includes(option) ? [[option, (prepared.get(option) ?? way).open(running)]] : [],
    ),
  )
}

/** In the shop's order; throws if there is none. */
export async function offeredOptions(
  options: CreateOptions,
  gateway: Gateway,
  loadCode: Running['loadCode'],
  ways: Partial<typeof waysToPay> = waysToPay,
) {
  const requested = requestedOptions(options)
  const answers = await Promise.all(
    requested.map((option) => isConfirmed(async () => ways[option]?.isOffered(options, gateway, loadCode))),
  )
  const offered = requested.filter((_, place) => answers[place])
  if (offered.length === 0) throw new DropinError('No valid payment options available.')
  return offered
}

function requestedOptions({ paymentOptionPriority = [...paymentOptions] }: CreateOptions) {
  if (!Array.isArray(paymentOptionPriority)) throw new DropinError('paymentOptionPriority must be an array.')
  const requested = [...new Set(paymentOptionPriority)]
  if (requested.every((option) => paymentOptions.includes(option))) return requested
  throw new DropinError('paymentOptionPriority: Invalid payment option specified.')
}

const late = () => new Error('A payment option did not say in time whether it can be offered.')

async function isConfirmed(ask: () => Promise<boolean | undefined>) {
  try {
    return (await withTimeout(waits.offering, ask(), late)) === true
  } catch (problem) {
    console.error(problem)
    return false
  }
}
