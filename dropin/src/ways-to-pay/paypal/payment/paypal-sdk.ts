import type { Configuration } from '../../../gateway/configuration.ts'
import { scriptAddress } from '../../../gateway/third-party-addresses.ts'
import { loadScript } from '../../../merchant-page/third-party-script.ts'
import { waits } from '../../../platform/waits.ts'

/** Parameters of the SDK's address, and attributes of its script. */
export type SdkOptions = Record<string, unknown> & { dataAttributes?: Record<string, string> }

/** Loads PayPal's SDK (`paypal.Buttons`); resolves with its script. */
export function loadSdk(
  configuration: Configuration,
  { dataAttributes = {}, ...requested }: SdkOptions = {},
) {
  const usual = requested.vault ? { intent: 'tokenize' } : { intent: 'authorize', currency: 'USD' }
  const parameters = {
    components: 'buttons',
    'client-id': configuration.paypal?.clientId,
    ...usual,
    ...requested,
  }
  const address = new URL(scriptAddress('paypalSdk', configuration))
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) address.searchParams.set(name, `${value}`)
  const attributes = Object.entries(dataAttributes).map(([name, value]) => [
    `data-${name.replace(/^data-/, '')}`,
    value,
  ])
  return loadScript({ src: address.href, attributes: Object.fromEntries(attributes), limit: waits.paypal })
}
