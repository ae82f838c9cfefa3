import { email, type FieldRules, firstName, lastName, optionalPhone, type Rule } from '#people/people.ts'
import { centsOf } from '#platform/format/money.ts'

export const pageOf = { MCT: '/pages/donate', DBF: '/pages/donate-bottinelli' } as const
export const botCheckActions = { MCT: 'MCTDonateAction', DBF: 'donateDBFAction' } as const

export const presets = [500, 250, 100, 50]
export const leastCents = 2000
const mostDigits = 10

export const belowLeast = 'Minimum Donation amount is $20'
const invalidAmount = 'Invalid amount.'

/** Controls, and what turns the direction of a text around. */
const hidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** Nothing passes that leads elsewhere: it stands on a receipt that goes to any address. */
export const mailingAddress: Rule = (value) => {
  const address = value.trim()
  if (!address) return 'Mailing address is required.'
  return hidden.test(address) || /@|:\/\/|www\./i.test(address)
    ? 'Write the mailing address alone: no email, no web address, no hidden characters.'
    : undefined
}

/** What is said, and blocks nothing, of an address at which a receipt would hardly arrive. */
export function addressDoubt(value: string): string | undefined {
  const words = value.trim().split(/[\s,]+/)
  const isWhole = words.length >= 4 && /\d/.test(value)
  return value.trim() === '' || isWhole
    ? undefined
    : 'That looks short for an address. Your receipt is mailed there: street, town, state and ZIP.'
}

/** What was typed as "$1,250.50", in cents; undefined when it is no amount of at most ten digits. */
function typedCents(value: string): number | undefined {
  const digits = value.replace(/\D/g, '').length
  return digits > mostDigits ? undefined : centsOf(value.replace(/^\$|,/g, ''))
}

export const customAmount: Rule = (value) => {
  if (!value.replace('$', '').trim()) return 'Custom donation amount is required.'
  const cents = typedCents(value)
  if (cents === undefined) return invalidAmount
  return cents < leastCents ? belowLeast : undefined
}

/** The gift that a form's fields name: a preset, or what was typed beside Custom. */
export function giftCents(amount: string | undefined, custom: string | undefined): number | undefined {
  return amount === 'custom' ? typedCents(custom ?? '') : centsOf(amount ?? '')
}

const donorFields: FieldRules = {
  first_name: firstName,
  last_name: lastName,
  email,
  phone: optionalPhone,
  mailing_address: mailingAddress,
}

/** The rules of the form's fields: the custom amount is there, and asked for, only when Custom is chosen. */
export const fieldsWith = (amount: string | undefined): FieldRules =>
  amount === 'custom' ? { custom_amount: customAmount, ...donorFields } : donorFields

export const declined =
  'We encountered an error processing your payment. Please refresh, try again or contact support.'
