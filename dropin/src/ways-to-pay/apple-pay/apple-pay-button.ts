import type { applePayCreateOptions } from '../../public-types/apple-pay.ts'
import type { Wallet } from '../wallet.ts'
import { type ApplePay, openApplePay } from './payment/apple-pay.ts'
import { applePayError } from './payment/failures.ts'
import { type ApplePaySession, type ApplePaySessions, findSessions, sessionVersion } from './sessions.ts'

type Dependencies = { applePay: ApplePay; sessions: ApplePaySessions; wallet: Wallet<applePayCreateOptions> }

/** One session at a time on the whole page. */
let current: ApplePaySession | undefined

export async function showButton(button: Element, wallet: Wallet<applePayCreateOptions>) {
  const applePay = openApplePay(wallet)
  const sessions = findSessions()
  if (!sessions) throw new Error('The browser has no Apple Pay any more.')
  const dependencies = { applePay, sessions, wallet }
  let session: ApplePaySession | undefined
  let hasCard = true

  /** A session must begin within the click: `canMakePaymentsWithActiveCard` is asked before. */
  function askForCard() {
    const asking = sessions?.canMakePaymentsWithActiveCard?.(applePay.merchantIdentifier)
    asking?.then((known) => {
      hasCard = known
    }, console.error)
  }

  function press() {
    if (current) return
    if (!hasCard) {
      askForCard()
      wallet.failed(applePayError('APPLE_PAY_ACTIVE_CARD'))
      return
    }
    try {
      session = begin(dependencies)
      wallet.began()
    } catch (problem) {
      wallet.failed(problem)
    }
  }

  askForCard()
  button.addEventListener('click', press)
  wallet.ended.addEventListener('abort', () => {
    button.removeEventListener('click', press)
    if (session && leave(session)) session.abort()
  })
}

function begin({ applePay, sessions, wallet }: Dependencies) {
  const { paymentRequest } = wallet.options()
  const request = applePay.createPaymentRequest(paymentRequest)
  const session = new sessions(sessionVersion(wallet.options()), request)
  session.onvalidatemerchant = async ({ validationURL }) => {
    try {
      const { displayName, domainName } = wallet.options()
      const validated = await applePay.performValidation({ validationURL, displayName, domainName })
      if (current === session) session.completeMerchantValidation(validated)
    } catch (problem) {
      if (!leave(session)) return
      session.abort()
      wallet.failed(problem)
    }
  }
  session.onpaymentauthorized = async ({ payment }) => {
    if (current !== session) return
    wallet.approved()
    try {
      const method = await applePay.tokenize(payment)
      if (!leave(session)) return
      session.completePayment(sessions.STATUS_SUCCESS)
      wallet.paid({ ...method, details: { ...method.details, rawPaymentData: payment } })
    } catch (problem) {
      if (!leave(session)) return
      session.completePayment(sessions.STATUS_FAILURE)
      wallet.failed(problem)
    }
  }
  session.oncancel = () => {
    if (leave(session)) wallet.canceled()
  }
  session.begin()
  current = session
  return session
}

/** False if it had ended already. */
function leave(session: ApplePaySession) {
  if (current !== session) return false
  current = undefined
  return true
}
