import { email, type FieldRules, firstName, lastName, optionalPhone, type Rule } from '#people/people.ts'
import { parseCents } from '#platform/format/money.ts'

export const causePaths = { MCT: '/pages/donate', DBF: '/pages/donate-bottinelli' } as const
export const botCheckActions = { MCT: 'MCTDonateAction', DBF: 'donateDBFAction' } as const

export const presets = [500, 250, 100, 50]
export const leastCents = 2000
const maxDigits = 10

export const belowLeast = 'Minimum Donation amount is $20'
const invalidAmount = 'Invalid amount.'

/** Control characters, including bidirectional overrides. */
const hidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** No links: the receipt goes to any email address. */
export const mailingAddress: Rule = (value) => {
  const address = value.trim()
  if (!address) return 'Mailing address is required.'
  return hidden.test(address) || /@|:\/\/|www\./i.test(address)
    ? 'Write the mailing address alone: no email, no web address, no hidden characters.'
    : undefined
}

/** A hint for an address that looks incomplete. */
export function addressDoubt(value: string): string | undefined {
  const parts = value.trim().split(/[\s,]+/)
  const isWhole = parts.length >= 4 && /\d/.test(value)
  return value.trim() === '' || isWhole
    ? undefined
    : 'That looks short for an address. Your receipt is mailed there: street, town, state and ZIP.'
}

/** "$1,250.50" → cents; undefined if it is no amount of at most ten digits. */
function typedCents(value: string): number | undefined {
  const digits = value.replace(/\D/g, '').length
  return digits > maxDigits ? undefined : parseCents(value.replace(/^\$|,/g, ''))
}

export const customAmount: Rule = (value) => {
  if (!value.replace('$', '').trim()) return 'Custom donation amount is required.'
  const cents = typedCents(value)
  if (cents === undefined) return invalidAmount
  return cents < leastCents ? belowLeast : undefined
}

export function giftCents(amount: string | undefined, custom: string | undefined): number | undefined {
  return amount === 'custom' ? typedCents(custom ?? '') : parseCents(amount ?? '')
}

const donorFields: FieldRules = {
  first_name: firstName,
  last_name: lastName,
  email,
  phone: optionalPhone,
  mailing_address: mailingAddress,
}

/** The custom amount is required only when Custom is chosen. */
export const fieldsWith = (amount: string | undefined): FieldRules =>
  amount === 'custom' ? { custom_amount: customAmount, ...donorFields } : donorFields

export const declined =
  'We encountered an error processing your payment. Please refresh, try again or contact support.'
