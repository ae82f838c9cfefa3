import { z } from '@hono/zod-openapi'
import { DeviceData, Nonce } from '#payments/nonce.schema.ts'
import { FirstName, LastName } from '#people/people.schema.ts'
import { email, optionalPhone, type Rule } from '#people/people.ts'
import { parseCents } from '#platform/format/money.ts'
import { donationTypes } from './donation-types.ts'
import { belowLeast, leastCents, mailingAddress } from './donations.ts'

/** A string validated by `rule`; a missing one gets the message of an empty one. */
const text = (rule: Rule, example: string, most = 300) =>
  z
    .string(rule(''))
    .trim()
    .max(most, 'This is too long.')
    .superRefine((value, context) => {
      const problem = rule(value)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .openapi({ example })

/** In dollars; inside, a gift is whole cents. */
export const DonationRequest = z
  .object({
    donation_type: z.enum(donationTypes).openapi({
      description: 'MCT: the programme itself. DBF: the memorial foundation.',
      example: 'MCT',
    }),
    first_name: FirstName.openapi({ example: 'Edith' }),
    last_name: LastName.openapi({ example: 'Lobwell' }),
    email: text(email, 'edith@example.com'),
    phone: text(optionalPhone, '(555) 010-0177').nullish(),
    mailing_address: text(mailingAddress, '4 Baseline Road, Fairmeadow, CA 94000', 500),
    account_id: z
      .uuid()
      .nullish()
      .openapi({ description: 'Compared with the signed-in account, never believed.' }),
    transaction_amount: z
      .number({ error: 'Invalid amount.' })
      .refine((dollars) => parseCents(dollars) !== undefined, 'Invalid amount.')
      .refine((dollars) => (parseCents(dollars) ?? leastCents) >= leastCents, belowLeast)
      .openapi({ type: 'number', description: 'Dollars, at least 20, cents as decimals.', example: 100 }),
    transaction_date: z.string().max(40).nullish().openapi({
      description: 'Taken for the sake of older clients; what counts is the day the card is charged.',
      example: '2027-06-03',
    }),
    payment_method_nonce: Nonce,
    device_data: DeviceData.nullish(),
    g_recaptcha_response: z.string({ error: 'The bot check is missing.' }).max(5000).openapi({
      description: 'The answer of the bot check (GET /bot-check). Good once.',
    }),
  })
  .openapi('DonationRequest')
  .transform(({ transaction_amount, ...gift }) => ({
    ...gift,
    amountCents: parseCents(transaction_amount) ?? 0,
  }))
export type DonationRequest = z.output<typeof DonationRequest>
