import type { Configuration } from '../../../gateway/configuration.ts'
import { scriptAddress } from '../../../gateway/third-party-addresses.ts'
import type { Scripts } from '../../../merchant-page/third-party-script.ts'
import { waits } from '../../../platform/waits.ts'

export type PaymentsClient = {
  isReadyToPay: (request: object) => Promise<{ result: boolean }>
  loadPaymentData: (request: object) => Promise<object>
  createButton: (options: object) => Element
}

type Page = { google?: { payments?: { api?: { PaymentsClient?: new (options: object) => PaymentsClient } } } }
type Dependencies = {
  configuration: Configuration
  loadScript: Scripts['loadScript']
  nonce: string | undefined
}

/** Loads Google's script unless the page has it. */
export async function loadGoogle({ configuration, loadScript, nonce }: Dependencies) {
  const page = globalThis as Page
  if (!page.google?.payments?.api?.PaymentsClient)
    await loadScript({
      src: scriptAddress('googlePay', configuration),
      id: 'braintree-dropin-google-payment-script',
      nonce,
      limit: waits.google,
    })
  const Client = page.google?.payments?.api?.PaymentsClient
  if (!Client) throw new Error("Google's script brought no client.")
  return new Client({ environment: googleEnvironment(configuration) })
}

export const googleEnvironment = ({ environment }: Pick<Configuration, 'environment'>) =>
  environment === 'production' ? 'PRODUCTION' : 'TEST'

/** Whether browser and user can pay with it. */
export async function isReady(client: PaymentsClient) {
  const { result } = await client.isReadyToPay({ allowedPaymentMethods: ['CARD', 'TOKENIZED_CARD'] })
  return result === true
}
