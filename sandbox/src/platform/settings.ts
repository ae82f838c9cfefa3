import { z } from 'zod'

/** Parsed once, at the start. */
export type Settings = {
  port: number
  host: string
  /** Base of every address handed out, without a final slash. */
  origin: string
  /** Used only without a databaseUrl. */
  dataDir: string
  databaseUrl?: string
  /** Built card frames of the assets host. */
  framesDir?: string
  merchant: MerchantSettings
  /** As `PUT /control/faults` takes them. */
  faults?: unknown
}

/** Undefined members stay as they are in the database. */
export type MerchantSettings = {
  id: string
  publicKey: string
  privateKey: string
  tokenizationKey: string
  settleAfterSeconds?: number
  webhookUrl?: string
}

const identifier = z.string().regex(/^[A-Za-z0-9_]+$/, 'must consist of letters, digits and _')
export const merchantId = identifier.max(40, 'must have at most 40 signs')
export const count = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.coerce.number({ error: 'must be a number' }).int(error).min(least, error).max(most, error)
}
export const address = (protocols: RegExp, what: string) =>
  z.url({ protocol: protocols, error: `must be ${what}` })

/** `faults` is a list as `PUT /control/faults` takes it. */
const Merchant = z.strictObject(
  {
    id: merchantId.default('integration_merchant_id'),
    publicKey: identifier.default('integration_public_key'),
    privateKey: identifier.default('integration_private_key'),
    tokenizationKey: z
      .string()
      .regex(/^[A-Za-z0-9]+_[A-Za-z0-9]+_[A-Za-z0-9_]+$/, 'must look like development_<word>_<merchant id>')
      .optional(),
    settleAfterSeconds: count(0, 31_536_000).optional(),
    webhookUrl: address(/^https?$/, 'an http or https address').optional(),
    faults: z.array(z.unknown(), 'must be a list of faults').optional(),
  },
  'must be an object of id, publicKey, privateKey, tokenizationKey, settleAfterSeconds, webhookUrl and faults',
)

const Environment = z.object({
  SANDBOX_PORT: count(1, 65535).default(3001),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_ORIGIN: address(/^https?$/, 'an http or https address').optional(),
  SANDBOX_DATA_DIR: z.string().default('data/sandbox'),
  SANDBOX_DATABASE_URL: address(/^postgres(ql)?$/, 'a postgres:// address').optional(),
  SANDBOX_FRAMES_DIR: z.string().optional(),
  SANDBOX_MERCHANT: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('must be JSON')
        return z.NEVER
      }
    })
    .pipe(Merchant)
    .prefault('{}'),
})

/** Empty variables count as not set. Throws BadSetting with the name of the variable and the rule. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BadSetting(`The setting ${issue?.path.join('.')} is wrong: it ${issue?.message}.`)
  }
  const values = parsed.data
  const { faults, ...merchant } = values.SANDBOX_MERCHANT
  const tokenizationKey = merchant.tokenizationKey ?? `development_courtside_${merchant.id}`
  // Browsers' SDKs read the merchant's id from the key.
  if (!tokenizationKey.endsWith(`_${merchant.id}`))
    throw new BadSetting(
      'The setting SANDBOX_MERCHANT.tokenizationKey is wrong: it must end in the merchant id.',
    )
  const origin = values.SANDBOX_ORIGIN ?? `http://127.0.0.1:${values.SANDBOX_PORT}`
  return {
    port: values.SANDBOX_PORT,
    host: values.SANDBOX_HOST,
    origin: new URL(origin).origin,
    dataDir: values.SANDBOX_DATA_DIR,
    databaseUrl: values.SANDBOX_DATABASE_URL,
    framesDir: values.SANDBOX_FRAMES_DIR,
    faults,
    merchant: { ...merchant, tokenizationKey },
  }
}

export class BadSetting extends Error {}
