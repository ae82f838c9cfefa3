import type { applePayCreateOptions } from '../../public-types/apple-pay.ts'
import type { ApplePayToken } from './payment/apple-pay.ts'

export type ApplePaySession = {
  onvalidatemerchant: ((event: { validationURL: string }) => void) | null
  onpaymentauthorized: ((event: { payment: { token: ApplePayToken } }) => void) | null
  oncancel: (() => void) | null
  begin: () => void
  abort: () => void
  completeMerchantValidation: (session: unknown) => void
  completePayment: (status: number) => void
}

export type ApplePaySessions = {
  new (version: number, request: object): ApplePaySession
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
  supportsVersion: (version: number) => boolean
  canMakePayments: () => boolean
  canMakePaymentsWithActiveCard?: (merchantIdentifier: string) => Promise<boolean>
}

export const findSessions = () => (globalThis as { ApplePaySession?: ApplePaySessions }).ApplePaySession

export const sessionVersion = ({ applePaySessionVersion = 2 }: applePayCreateOptions) =>
  applePaySessionVersion
