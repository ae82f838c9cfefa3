export type PayPalFlow = 'checkout' | 'vault'

/** What a shop passes as `paypal` or `paypalCredit`. What is not of the widget goes to PayPal with the payment. */
export type PayPalOptions = {
  /** `checkout`: one payment. `vault`: the account, for this payment and later ones. A function is asked as a payer begins. */
  flow: PayPalFlow | (() => PayPalFlow)
  /** Needed by `checkout`. */
  amount?: string | number
  currency?: string
  intent?: 'authorize' | 'capture' | 'sale' | 'order' | 'tokenize'
  /** `true`: PayPal's window ends with "Pay Now". */
  commit?: boolean
  /** Colour, shape, size and label of PayPal's button. */
  buttonStyle?: object
  vault?: {
    /** Only `false` leaves a customer's account unsaved. */
    vaultPayPal?: boolean
  }
  /** The page of PayPal that comes first: `login` or `billing`. */
  landingPageType?: string
  /** The shop's name in PayPal's window. */
  displayName?: string
  /** How much PayPal's script tells the console; `warn` if nothing is said. */
  logLevel?: string
  [option: string]: unknown
}
