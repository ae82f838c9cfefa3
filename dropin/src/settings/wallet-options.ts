/** What a shop passes as `applePay`. */
export type ApplePayOptions = {
  /** The shop's name on the sheet of the device. */
  displayName: string
  /** What is asked for: `total`, and what else Apple's request takes. The gateway adds what it knows. */
  paymentRequest: object
  buttonStyle?: 'black' | 'white' | 'white-outline'
  /** The version of `ApplePaySession`; 2 if nothing is said. */
  applePaySessionVersion?: number
  /** The domain that Apple knows, where the widget is in a frame of another; the page's own if nothing is said. */
  domainName?: string
}

/** What a shop passes as `googlePay`. What is not of the widget goes to Google with the request. */
export type GooglePayOptions = {
  /** 1 or 2; 1 if nothing is said. */
  googlePayVersion?: number
  /** Google's id of the merchant, which production needs. */
  merchantId?: string
  transactionInfo: object
  /** Looks of Google's button; what a click does is the widget's. */
  button?: object
  [option: string]: unknown
}
