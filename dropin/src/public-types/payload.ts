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

/** Common fields of all payment methods. */
export type Payload<Type extends string, Details> = {
  /** Good for one transaction. */
  nonce: string
  type: Type
  details: Details
  /** Whether the method is saved for this customer. */
  vaulted?: boolean | undefined
  deviceData?: string | undefined
}
