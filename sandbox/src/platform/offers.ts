import { z } from 'zod'
import { authenticationStatuses } from './authentication-statuses.ts'
import { BadRequest } from './requests.ts'

/** The brands that a merchant can take from browsers, as their SDKs call them; Diners Club runs as Discover. */
const brands = ['Visa', 'MasterCard', 'American Express', 'Discover', 'JCB', 'UnionPay', 'Maestro'] as const
const networks = ['visa', 'mastercard', 'amex', 'discover'] as const

const urlWords = 'must be an http or https address, or false'
const yes = z.boolean({ error: 'must be true or false' })
const words = z.string({ error: 'must be a text' }).max(127, 'must have at most 127 signs')
const oneOf = <const Word extends string>(list: readonly Word[]) =>
  z.enum(list, { error: `must be one of ${list.join(', ')}` })
const listOf = <const Word extends string>(list: readonly Word[]) =>
  z.array(oneOf(list), { error: `must be a list of ${list.join(', ')}` })
const errorNumber = z.number({ error: 'must be an error number' }).int('must be a whole number').min(1)
const ofMembers = (members: object) => {
  const names = Object.keys(members)
  return names.length ? ` of ${names.join(', ')}` : ''
}
/** Something that can be off, and of which more can be said when it is on: true and false say no more. */
const option = <Members extends z.ZodRawShape>(members: Members, isOn = true) =>
  z
    .preprocess(
      (value) => (typeof value === 'boolean' ? { enabled: value } : value),
      z.strictObject(
        { enabled: yes.default(true), ...members },
        {
          error: ({ code }) =>
            code === 'invalid_type' ? `must be true, false, or an object${ofMembers(members)}` : undefined,
        },
      ),
    )
    .prefault(isOn)

const Offers = z.strictObject({
  /** What a page must ask for beside number and date. */
  challenges: listOf(['cvv', 'postal_code']).default(['cvv', 'postal_code']),
  card_brands: listOf(brands).default([...brands]),
  /** Whether a page loads the script that watches for fraud once a card was tokenized. */
  collect_device_data: yes.default(false),
  /** Without it browsers tokenize cards by REST. */
  graphql_cards: yes.default(true),
  three_d_secure: option({
    /** Without the JWT the script that authenticates cannot start; it refuses a forged one. */
    jwt: z
      .union([z.boolean(), z.literal('forged')], { error: 'must be true, false or forged' })
      .default(true),
    /** How the script's set-up ends; a number is an error of its provider. */
    setup: z
      .union([z.enum(['completes', 'never']), errorNumber], {
        error: 'must be completes, never or an error number',
      })
      .default('completes'),
    /** How every lookup ends, whatever the card; where the card's bank asks, so ends the challenge. */
    status: oneOf(authenticationStatuses).optional(),
    /** The error that ends a challenge before the bank's page is shown. */
    challenge_error: errorNumber.optional(),
    /** What the script tells in place of the truth when the bank has answered. */
    action_code: oneOf(['SUCCESS', 'NOACTION', 'FAILURE', 'ERROR']).optional(),
    cancel_code: words.regex(/^\d\d$/, 'must be two digits').optional(),
    answer_jwt: oneOf(['signed', 'altered']).default('signed'),
    /** What it tells of the frame to a page that shows it itself. */
    inline: oneOf(['right', 'wrong_type', 'wrong_mode', 'no_template']).default('right'),
  }),
  paypal: option({
    environment: oneOf(['offline', 'sandbox', 'live']).default('offline'),
    /** No account of PayPal is linked to this merchant. */
    environment_no_network: yes.default(false),
    billing_agreements: yes.default(true),
    credit: yes.default(true),
    unvetted_merchant: yes.default(false),
    display_name: words.optional(),
  }),
  venmo: option({
    environment: oneOf(['sandbox', 'production']).default('sandbox'),
    enriched_customer_data: yes.default(true),
    /** For how long a payment waits for the app. */
    lifetime_seconds: z
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1)
      .max(86_400)
      .default(300),
  }),
  apple_pay: option({
    networks: listOf(networks).default([...networks]),
    /** The hosts that are registered with Apple; any, if nothing is said. */
    domains: z.array(words, { error: 'must be a list of hosts' }).optional(),
  }),
  google_pay: option({ networks: listOf(networks).default([...networks]), paypal: yes.default(false) }),
  kount: option({ merchant_id: words.default('600000') }, false),
  union_pay: option({}, false),
  /** Another address than the sandbox's own; false: browsers are told of none. */
  analytics_url: z
    .union([z.literal(false), z.url({ protocol: /^https?$/, error: urlWords })], {
      error: urlWords,
    })
    .optional(),
})

/** What a merchant offers to browsers. */
export type Offers = z.infer<typeof Offers>
/** As much of it as was set; the rest is as at the beginning. */
export type OffersSet = Partial<Record<keyof Offers, unknown>>

export function offersOf({ offers }: { offers: OffersSet }): Offers {
  return Offers.parse(offers)
}

/** What is set after a request: null puts a member back, null for all of them everything. A sentence for each wrong member. */
export function offersAfter(before: OffersSet, request: unknown): OffersSet {
  if (request === null) return {}
  if (typeof request !== 'object' || Array.isArray(request)) throw new BadRequest('offers must be an object.')
  const set = Object.entries({ ...before, ...request }).filter(([, value]) => value !== null)
  const { error } = Offers.safeParse(Object.fromEntries(set))
  if (error) throw new BadRequest(error.issues.map(sentence).join(' '))
  return Object.fromEntries(set)
}

function sentence(issue: z.core.$ZodIssue): string {
  const at = ['offers', ...issue.path].join('.')
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${at} has no ${key}.`).join(' ')
  return `${at} ${issue.message}.`
}
