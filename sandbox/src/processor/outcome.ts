import type { Address } from '../payment-instruments/addresses.ts'
import { conductFor, type Means } from '../payment-instruments/means.ts'

/** Decision of the bank and the gateway's own rules on an authorization. */
export type Outcome = {
  status: 'authorized' | 'processor_declined' | 'failed' | 'gateway_rejected'
  responseCode: string | null
  responseText: string | null
  responseType: 'approved' | 'soft_declined' | 'hard_declined' | null
  additionalResponse: string | null
  gatewayRejectionReason: string | null
}
/** M matches, N does not, U not verified, I not provided, S not supported, E error, B bypassed. */
export type Checks = { cvvCode: string; avsPostalCode: string; avsStreetCode: string }

const softDeclines: Record<string, string> = {
  2000: 'Do Not Honor',
  2001: 'Insufficient Funds',
  2002: 'Limit Exceeded',
  2003: "Cardholder's Activity Limit Exceeded",
  2016: 'Duplicate Transaction',
  2021: 'Security Violation',
  2025: 'Set Up Error - Merchant',
  2026: 'Invalid Merchant ID',
  2034: 'No Action Taken',
  2038: 'Processor Declined',
  2046: 'Declined',
  2048: 'Invalid Amount',
  2057: 'Issuer or Cardholder has put a restriction on the card',
  2099: 'Cardholder Authentication Required',
}
const hardDeclines: Record<string, string> = {
  2004: 'Expired Card',
  2005: 'Invalid Credit Card Number',
  2006: 'Invalid Expiration Date',
  2007: 'No Account',
  2008: 'Card Account Length Error',
  2009: 'No Such Issuer',
  2010: 'Card Issuer Declined CVV',
  2011: 'Voice Authorization Required',
  2012: 'Processor Declined - Possible Lost Card',
  2013: 'Processor Declined - Possible Stolen Card',
  2014: 'Processor Declined - Fraud Suspected',
  2015: 'Transaction Not Allowed',
  2017: 'Cardholder Stopped Billing',
  2018: 'Cardholder Stopped All Billing',
  2019: 'Invalid Transaction',
  2020: 'Violation',
  2022: 'Declined - Updated Cardholder Available',
  2023: 'Processor Does Not Support This Feature',
  2024: 'Card Type Not Enabled',
  2036: 'Authorization could not be found',
  2039: 'Invalid Authorization Code',
  2041: 'Declined - Call For Approval',
  2043: 'Error - Do Not Retry, Call Issuer',
  2044: 'Declined - Call Issuer',
  2047: 'Call Issuer. Pick Up Card.',
  2053: 'Card reported as lost or stolen',
}

export const approved = (responseCode: string, responseText: string): Outcome => ({
  status: 'authorized',
  responseCode,
  responseText,
  responseType: 'approved',
  additionalResponse: null,
  gatewayRejectionReason: null,
})

/** Decided by test card, then amount, then checks. With `acceptsPart` a bank may approve a part (1004). */
export function authorize(amountCents: number, means: Means, checks: Checks, acceptsPart = false): Outcome {
  const conduct = conductFor(means)
  if (conduct === 'fraud' || conduct === 'risk_threshold' || conduct === 'token_issuance')
    return rejected(conduct)
  if (conduct === 'declined') return declined('2000')
  if (conduct === 'processor_failure') return failure()
  if (amountCents === 5001_00) return rejected('application_incomplete')
  if (amountCents >= 2000_00 && amountCents < 3000_00) return declined(String(Math.floor(amountCents / 100)))
  if (amountCents >= 3000_00 && amountCents < 3001_00) return failure()
  if (amountCents === 5001_01 && means.kind === 'paypal_account') return declined('2038')
  const reason = mismatch(checks)
  if (acceptsPart && amountCents === 1004_00 && !reason) return approved('1004', 'Approved')
  return reason ? rejected(reason, approved('1000', 'Approved')) : approved('1000', 'Approved')
}

export function verify(means: Means, checks: Checks): Outcome {
  const conduct = conductFor(means)
  if (conduct === 'fraud' || conduct === 'risk_threshold' || conduct === 'token_issuance')
    return rejected(conduct)
  if (conduct === 'declined' || conduct === 'verification_declined') return declined('2000')
  if (conduct === 'processor_failure') return failure()
  const reason = mismatch(checks)
  return reason ? rejected(reason, approved('1000', 'Approved')) : approved('1000', 'Approved')
}

/** Two amounts are special. */
export function authorizeRefund(amountCents: number): Outcome {
  if (amountCents === 2004_00) return declined('2004')
  if (amountCents === 2046_00) {
    const settledAnyway = approved('1005', 'Auth Declined but Settlement Captured')
    return { ...settledAnyway, additionalResponse: '2046 : Declined' }
  }
  return approved('1002', 'Processed')
}

/** The CVV's response code; the CVV itself is never stored. */
export function checkCvv(cvv: string | undefined): string {
  if (!cvv) return 'I'
  return { '200': 'N', '201': 'U', '301': 'S' }[cvv] ?? 'M'
}

/** Compares postal code and house number. */
export function checkAddress(billing: Address | null | undefined) {
  const { postal_code: postal, street_address: street } = billing ?? {}
  const house = street?.match(/^\d+/)?.[0] ?? ''
  return {
    avsPostalCode: postal ? ({ '20000': 'N', '20001': 'U', '30000': 'E', '30001': 'S' }[postal] ?? 'M') : 'I',
    avsStreetCode: street ? ({ '200': 'N', '201': 'U' }[house] ?? 'M') : 'I',
  }
}

/** A mismatched CVV or postal code is rejected (the client's "challenges"). */
function mismatch(checks: Checks): string | undefined {
  const [cvv, postal] = [checks.cvvCode === 'N', checks.avsPostalCode === 'N']
  if (cvv && postal) return 'avs_and_cvv'
  if (cvv) return 'cvv'
  return postal ? 'avs' : undefined
}

function declined(code: string): Outcome {
  const text = softDeclines[code] ?? hardDeclines[code] ?? 'Processor Declined'
  return {
    status: 'processor_declined',
    responseCode: code,
    responseText: text,
    responseType: code in hardDeclines ? 'hard_declined' : 'soft_declined',
    additionalResponse: `${code} : ${text}`,
    gatewayRejectionReason: null,
  }
}

export function rejected(gatewayRejectionReason: string, processor?: Outcome): Outcome {
  const blank = { responseCode: null, responseText: null, responseType: null, additionalResponse: null }
  return { ...blank, ...processor, status: 'gateway_rejected', gatewayRejectionReason }
}

function failure(): Outcome {
  const text = 'Processor Network Unavailable - Try Again'
  return { ...approved('3000', text), status: 'failed', responseType: 'soft_declined' }
}
