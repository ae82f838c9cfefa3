export type binData = {
  prepaid: 'Yes' | 'No' | 'Unknown'
  healthcare: 'Yes' | 'No' | 'Unknown'
  debit: 'Yes' | 'No' | 'Unknown'
  durbinRegulated: 'Yes' | 'No' | 'Unknown'
  commercial: 'Yes' | 'No' | 'Unknown'
  payroll: 'Yes' | 'No' | 'Unknown'
  issuingBank: string
  countryOfIssuance: string
  productId: string
}

/** What all payment methods have. */
export type Payload<Type extends string, Details> = {
  /** Good for one transaction. */
  nonce: string
  type: Type
  details: Details
  /** Whether the gateway keeps the method for this customer. */
  vaulted?: boolean | undefined
  deviceData?: string | undefined
}
