import type { googlePayCreateOptions } from '../../public-types/google-payment.ts'
import type { Wallet } from '../wallet.ts'
import { type GooglePaymentData, openGooglePayment } from './payment/google-payment.ts'
import { isReady, loadGoogle } from './payment/google-script.ts'

/** Lifetime of the widget with an open Google sheet: one at a time on the whole page. */
let paying: AbortSignal | undefined

export async function showButton(place: Element, wallet: Wallet<googlePayCreateOptions>) {
  const { gateway, nonce, ended } = wallet
  const { googlePayVersion: version, merchantId, button } = wallet.options()
  const googlePayment = openGooglePayment({ gateway, version, merchantId })
  const { loadScript } = wallet.scripts
  const client = await loadGoogle({ configuration: gateway.configuration, loadScript, nonce })
  if (!(await isReady(client))) throw new Error('This browser has no Google Pay.')
  ended.throwIfAborted()

  async function pay() {
    if (paying?.aborted === false || ended.aborted) return
    paying = ended
    wallet.began()
    try {
      const data = await load()
      if (data && !ended.aborted) await take(data)
    } catch (problem) {
      wallet.failed(problem, errorStatus(problem) === 'DEVELOPER_ERROR' ? 'developerError' : undefined)
    }
    if (paying === ended) paying = undefined
  }

  /** Undefined when cancelled. */
  async function load() {
    try {
      return (await client.loadPaymentData(googlePayment.createPaymentDataRequest(buildRequest()))) as object
    } catch (problem) {
      const isCanceled = errorStatus(problem) === 'CANCELED'
      wallet.track(`googlepay.loadPaymentData.${isCanceled ? 'canceled' : 'failed'}`)
      if (isCanceled) return undefined
      throw problem
    }
  }

  async function take(data: GooglePaymentData) {
    wallet.approved()
    const method = await googlePayment.parseResponse(data)
    const isCard = method.type === 'AndroidPayCard'
    wallet.paid(isCard ? { ...method, details: { ...method.details, rawPaymentData: data } } : method)
  }

  /** Without the widget's own options. */
  function buildRequest() {
    const { googlePayVersion: _, merchantId: __, button: ___, ...request } = wallet.options()
    return request
  }

  place.replaceChildren(client.createButton({ buttonType: 'short', ...button, onClick: pay }))
}

const errorStatus = (problem: unknown) =>
  typeof problem === 'object' && problem && 'statusCode' in problem ? problem.statusCode : undefined
