import type { Configuration } from '../../gateway/configuration.ts'
import { loadScript } from '../../merchant-page/third-party-script.ts'
import type { Running } from '../../model/running.ts'
import { waits, withTimeout } from '../../platform/waits.ts'
import { openWallet } from '../wallet.ts'
import { showButton } from './google-pay-button.ts'
import { isReady, loadGoogle } from './payment/google-script.ts'

const late = () => new Error("Google's script did not say in time whether the browser has Google Pay.")

/** True if the script fails or hangs: the sheet then retries, and reports. */
export function isReadyHere(configuration: Configuration, nonce: string | undefined) {
  const asking = loadGoogle({ configuration, loadScript, nonce }).then(isReady)
  return withTimeout(waits.googleReady, asking, late).catch(() => true)
}

export const openButton = (running: Running) =>
  openWallet(running, 'googlePay', { part: 'google-pay', showButton })
