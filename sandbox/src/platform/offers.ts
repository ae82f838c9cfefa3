import { z } from 'zod'
import { authenticationStatuses } from './authentication-statuses.ts'
import { BadRequest } from './http/requests.ts'

/** As SDKs call them; Diners Club runs as Discover. */
const brands = ['Visa', 'MasterCard', 'American Express', 'Discover', 'JCB', 'UnionPay', 'Maestro'] as const
const networks = ['visa', 'mastercard', 'amex', 'discover'] as const

const urlError = 'must be an http or https address, or false'
const yes = z.boolean({ error: 'must be true or false' })
const shortText = z.string({ error: 'must be a text' }).max(127, 'must have at most 127 signs')
const oneOf = <const Choice extends string>(list: readonly Choice[]) =>
  z.enum(list, { error: `must be one of ${list.join(', ')}` })
const listOf = <const Choice extends string>(list: readonly Choice[]) =>
  z.array(oneOf(list), { error: `must be a list of ${list.join(', ')}` })
const errorNumber = z.number({ error: 'must be an error number' }).int('must be a whole number').min(1)
const memberList = (members: object) => {
  const names = Object.keys(members)
  return names.length ? ` of ${names.join(', ')}` : ''
}
/** An option as true, false, or an object of further settings. */
const option = <Members extends z.ZodRawShape>(members: Members, isOn = true) =>
  z
    .preprocess(
      (value) => (typeof value === 'boolean' ? { enabled: value } : value),
      z.strictObject(
        { enabled: yes.default(true), ...members },
        {
          error: ({ code }) =>
            code === 'invalid_type' ? `must be true, false, or an object${memberList(members)}` : undefined,
        },
      ),
    )
    .prefault(isOn)

const Offers = z.strictObject({
  /** Fields required beside number and date. */
  challenges: listOf(['cvv', 'postal_code']).default(['cvv', 'postal_code']),
  card_brands: listOf(brands).default([...brands]),
  collect_device_data: yes.default(false),
  /** Without it browsers tokenize cards by REST. */
  graphql_cards: yes.default(true),
  three_d_secure: option({
    /** Without a JWT the 3-D Secure script cannot start; it refuses a forged one. */
    jwt: z
      .union([z.boolean(), z.literal('forged')], { error: 'must be true, false or forged' })
      .default(true),
    /** An error number is one of the script's provider. */
    setup: z
      .union([z.enum(['completes', 'never']), errorNumber], {
        error: 'must be completes, never or an error number',
      })
      .default('completes'),
    /** Outcome of every lookup, whatever the card; after the challenge, if there is one. */
    status: oneOf(authenticationStatuses).optional(),
    challenge_error: errorNumber.optional(),
    /** Overrides the action code of the bank's answer. */
    action_code: oneOf(['SUCCESS', 'NOACTION', 'FAILURE', 'ERROR']).optional(),
    cancel_code: shortText.regex(/^\d\d$/, 'must be two digits').optional(),
    answer_jwt: oneOf(['signed', 'altered']).default('signed'),
    /** Data of the frame for a page that shows it itself. */
    inline: oneOf(['right', 'wrong_type', 'wrong_mode', 'no_template']).default('right'),
  }),
  paypal: option({
    environment: oneOf(['offline', 'sandbox', 'live']).default('offline'),
    /** Without a linked PayPal account. */
    environment_no_network: yes.default(false),
    billing_agreements: yes.default(true),
    credit: yes.default(true),
    unvetted_merchant: yes.default(false),
    display_name: shortText.optional(),
  }),
  venmo: option({
    environment: oneOf(['sandbox', 'production']).default('sandbox'),
    enriched_customer_data: yes.default(true),
    /** How long a payment waits for the app. */
    lifetime_seconds: z
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1)
      .max(86_400)
      .default(300),
  }),
  apple_pay: option({
    networks: listOf(networks).default([...networks]),
    /** Hosts registered with Apple; without it, any. */
    domains: z.array(shortText, { error: 'must be a list of hosts' }).optional(),
  }),
  google_pay: option({ networks: listOf(networks).default([...networks]), paypal: yes.default(false) }),
  kount: option({ merchant_id: shortText.default('600000') }, false),
  union_pay: option({}, false),
  /** Another address than the sandbox's own; false: none. */
  analytics_url: z
    .union([z.literal(false), z.url({ protocol: /^https?$/, error: urlError })], {
      error: urlError,
    })
    .optional(),
})

/** Payment options of a merchant's browser configuration. */
export type Offers = z.infer<typeof Offers>
/** Overrides of the defaults. */
export type OffersSet = Partial<Record<keyof Offers, unknown>>

export function parseOffers({ offers }: { offers: OffersSet }): Offers {
  return Offers.parse(offers)
}

/** Null resets a member, null for all of them everything. The error has a sentence for each wrong member. */
export function applyOffers(before: OffersSet, request: unknown): OffersSet {
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
