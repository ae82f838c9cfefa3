import type { Env } from './env.server.ts'
import { offersPayPal } from './payment-options.ts'

export type Sources = Partial<Record<'scripts' | 'calls' | 'frames' | 'images' | 'forms', string[]>>

export function gatewayOrigins(gateway: Env['gateway']): string[] {
  if (gateway.environment === 'local') return [new URL(gateway.url).origin]
  const part = gateway.environment === 'sandbox' ? 'sandbox.' : ''
  return [
    `https://api.${part}braintreegateway.com`,
    'https://assets.braintreegateway.com',
    `https://payments.${part}braintree-api.com`,
    `https://client-analytics.${part}braintreegateway.com`,
  ]
}

/** The CSP sources of the offered ways to pay. Venmo needs the gateway's frames only. */
export function paymentSources({ gateway, paymentOffer }: Env): Sources[] {
  const { options, threeDSecure, deviceData, deviceScript } = paymentOffer
  const isPlayed = gateway.environment === 'local'
  const isTest = gateway.environment === 'sandbox'
  const hasGoogle = options.includes('googlePay')
  const hasPayPal = offersPayPal(options)
  const asksBanks = threeDSecure !== 'off'
  const devices: Sources[] = deviceScript ? [{ scripts: [new URL(deviceScript).origin] }] : []
  const hasPlayed = hasGoogle || hasPayPal || asksBanks || deviceData
  if (isPlayed) return [...devices, ...(hasPlayed ? [played(gateway)] : [])]
  return [
    ...(hasPayPal ? [payPal(isTest)] : []),
    ...(hasGoogle ? [google] : []),
    ...(asksBanks ? [banks(isTest)] : []),
    ...(deviceData ? [fraudnet] : []),
  ]
}

const played = (gateway: Env['gateway']): Sources => ({
  scripts: gatewayOrigins(gateway),
  forms: gatewayOrigins(gateway),
})

/** PayPal's button is a script and a frame; its script calls home. */
function payPal(isTest: boolean): Sources {
  const pages = [`https://www.${isTest ? 'sandbox.' : ''}paypal.com`]
  const files = ['https://www.paypalobjects.com']
  return { scripts: [...files, ...pages], calls: pages, frames: pages, images: files }
}

const google: Sources = {
  scripts: ['https://pay.google.com'],
  calls: ['https://pay.google.com', 'https://google.com'],
  frames: ['https://pay.google.com'],
  images: ['https://www.gstatic.com'],
}

/** PayPal's fraud detection; Kount's frame is the gateway's. */
const fraudnet: Sources = {
  scripts: ['https://c.paypal.com'],
  calls: ['https://c.paypal.com'],
  frames: ['https://c.paypal.com'],
  images: ['https://c.paypal.com', 'https://b.stats.paypal.com'],
}

/** Cardinal posts a form into a frame of the card's issuer, whichever that is. */
const banks = (isTest: boolean): Sources => ({
  scripts: [`https://songbird${isTest ? 'stag' : ''}.cardinalcommerce.com`],
  calls: ['https://*.cardinalcommerce.com'],
  frames: ['https:'],
  forms: ['https:'],
})
