import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type PaymentOffer, paymentOptionsIn } from './payment-options.ts'

const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message))
}
const paymentOptions = z.string().transform((list, context) => {
  const options = paymentOptionsIn(list)
  if (!options) context.addIssue(paymentOptionsHint)
  return options ?? z.NEVER
})
const paymentOptionsHint =
  'must name card, and what is offered beside it (paypal, paypalCredit, venmo, applePay, googlePay), each once, such as card,paypal'
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** A path would be lost in some addresses of pages and doubled in others. */
const bareAddress = webAddress.refine(
  (address) => /^https?:\/\/[^/?#@]+\/*$/.test(address),
  'must be an address alone, such as https://tennis.example, with nothing behind it',
)
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const namesHost = (address: string) => URL.canParse(address) && new URL(address).hostname !== ''

export const backupKey = /^(AGE-SECRET-KEY-1[A-Z\d]{58}|age1[a-z\d]{58})$/

/** Per family; the programme sets these in its season file. */
const FamilyLimits = z.strictObject({
  holdMinutes: z.number().positive(),
  players: z.int().positive(),
  unpaidPlaces: z.int().nonnegative(),
  unpaidPlacesPerSession: z.int().nonnegative(),
})

export const Limits = FamilyLimits.partial().extend({
  cartsPerHour: z.int().positive().default(60),
  checkoutsAtOnce: z.int().positive().default(100),
  /** Far more than a family with a failing card needs, far less than card testing needs. */
  declinesPerHour: z.int().positive().default(10),
  declinesPerNetwork: z.int().positive().default(30),
  /** For the whole site in ten minutes. */
  declinesForAlarm: z.int().positive().default(30),
  cardFormsPerHour: z.int().positive().default(60),
  gatewayTimeoutSeconds: z.int().positive().default(60),
  settleEverySeconds: z.int().positive().default(60),
  recaptchaUrl: z.url().default('https://www.google.com'),
  placesUrl: z.url().default('https://places.googleapis.com'),
  deviceScript: z.url().optional(),
})

const limitsForTests = z.string().transform((text, context) => {
  try {
    return Limits.parse(JSON.parse(text))
  } catch {
    context.addIssue(`must be JSON of ${Object.keys(Limits.shape).join(', ')}`)
    return z.NEVER
  }
})

const Settings = z.object({
  PORT: wholeNumber(1, 65535).default(3000),
  SITE_URL: bareAddress.optional(),
  HOST: z.string().min(1).optional(),
  DEMO_SITE: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
  FIRST_SEASON: z.enum(['demo', 'none'], 'must be demo or none').default('demo'),
  TRUST_PROXY: wholeNumber(0, 9).default(0),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATABASE_POOL: wholeNumber(1, 200).default(10),
  DATABASE_KEEPS_PLANS: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
  GATEWAY_ENVIRONMENT: z
    .enum(['local', 'sandbox', 'production'], 'must be local, sandbox or production')
    .default('local'),
  GATEWAY_URL: webAddress.optional(),
  GATEWAY_MERCHANT_ID: z.string().min(1).default('integration_merchant_id'),
  GATEWAY_PUBLIC_KEY: z.string().min(1).default('integration_public_key'),
  GATEWAY_PRIVATE_KEY: z.string().min(1).default('integration_private_key'),
  GATEWAY_MARGIN_SECONDS: wholeNumber(1, 600).default(15),
  GATEWAY_TOKENIZATION_KEY: z
    .string()
    .regex(/^[A-Za-z0-9]+_[A-Za-z0-9]+_[A-Za-z0-9_]+$/, 'must look like production_<word>_<merchant id>')
    .optional(),
  PAYMENT_OPTIONS: paymentOptions.default(['card']),
  GOOGLE_PAY_MERCHANT_ID: z.string().min(1).optional(),
  APPLE_PAY_DOMAIN_FILE: z.string().min(1).optional(),
  DEVICE_DATA: z.enum(['0', '1'], 'must be 1 or 0').default('1'),
  THREE_D_SECURE: z.enum(['off', 'ask', 'always'], 'must be off, ask or always').default('off'),
  LIMITS_FOR_TESTS: limitsForTests.prefault('{}'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(
      namesHost,
      'must be smtp://user:password@host:port; in user and password @, : and / are percent-encoded',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an email address, or a name and the address in <>')
    .optional(),
  RECAPTCHA_SITE_KEY: z.string().min(1).optional(),
  RECAPTCHA_SECRET_KEY: z.string().min(1).optional(),
  GOOGLE_PLACES_KEY: z.string().min(1).optional(),
  BACKUP_KEY: z.string().regex(backupKey, 'must be a key that “npm run backup -- --new-key” made').optional(),
  BACKUP_TO: z.string().min(1).optional(),
  DESK_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  OPERATOR_EMAIL: z.email('must be an email address').optional(),
  OPERATOR_PING_URL: webAddress.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
})

export type Env = ReturnType<typeof parseEnv>

export class SettingsProblem extends Error {}

export class PassingProblem extends SettingsProblem {}

/** Settable at the desk, in groups: where the environment sets one of a group, the whole group comes from it. */
export const settableParts = {
  mail: ['SMTP_URL', 'MAIL_FROM'],
  gateway: [
    'GATEWAY_ENVIRONMENT',
    'GATEWAY_MERCHANT_ID',
    'GATEWAY_PUBLIC_KEY',
    'GATEWAY_PRIVATE_KEY',
    'GATEWAY_TOKENIZATION_KEY',
  ],
} as const
export type SettablePart = keyof typeof settableParts
type Settable = (typeof settableParts)[SettablePart][number]
export type SavedSettings = { [Name in Settable]?: string }
export type Variables = Record<string, string | undefined>

const isSetIn = (variables: Variables, part: SettablePart) =>
  settableParts[part].some((name) => variables[name])

function withSavedSettings(variables: Variables, saved: SavedSettings): Variables {
  const parts = Object.keys(settableParts) as SettablePart[]
  const names: string[] = parts.flatMap((part) => (isSetIn(variables, part) ? [] : settableParts[part]))
  const below = Object.entries(saved).filter(([name]) => names.includes(name))
  const provided = Object.entries(variables).filter(([, value]) => value !== '')
  const filled: Variables = Object.fromEntries([...below, ...provided])
  const isLocal = (filled.GATEWAY_ENVIRONMENT ?? 'local') === 'local'
  // npm start offers more beside the sandbox, and nowhere else.
  const added = isLocal ? [] : (variables.ADDED_BESIDE_SANDBOX?.split(',') ?? [])
  return Object.fromEntries(Object.entries(filled).filter(([name]) => !added.includes(name)))
}

export function parseEnv(variables: Variables, root = process.cwd(), saved: SavedSettings = {}) {
  const parsed = Settings.safeParse(withSavedSettings(variables, saved))
  if (!parsed.success) {
    const first = parsed.error.issues[0]
    throw new SettingsProblem(`The setting ${first?.path.join('.')} is wrong: it ${first?.message}.`)
  }
  const settings = parsed.data
  const siteUrl = settings.SITE_URL?.replace(/\/+$/, '') ?? `http://localhost:${settings.PORT}`
  const isHere = isThisMachine(new URL(siteUrl).hostname)
  const limits = settings.LIMITS_FOR_TESTS
  const isLocal = settings.GATEWAY_ENVIRONMENT === 'local'
  if (variables.LIMITS_FOR_TESTS && !(isLocal && (isHere || settings.DEMO_SITE === '1')))
    throw new SettingsProblem(
      'The setting LIMITS_FOR_TESTS is for tests: only with the local gateway, at an address of this machine or on a demo site.',
    )
  const gatewayUrl = settings.GATEWAY_URL ?? 'http://127.0.0.1:3001'
  const hosts = settings.HOST ? [settings.HOST] : isHere ? ['127.0.0.1', '::1'] : ['::']
  return {
    port: settings.PORT,
    /** Listening addresses: loopback only while the site's address is this machine's. */
    hosts,
    siteUrl,
    isPrivate: isHere && hosts.every(isThisMachine),
    isDemo: isPublicDemo(settings, siteUrl),
    firstSeason: settings.FIRST_SEASON,
    trustProxy: settings.TRUST_PROXY,
    dataDir: resolve(root, settings.DATA_DIR ?? 'data'),
    databaseUrl: settings.DATABASE_URL,
    databasePool: settings.DATABASE_POOL,
    databaseKeepsPlans: settings.DATABASE_KEEPS_PLANS === '1',
    gateway: {
      environment: settings.GATEWAY_ENVIRONMENT,
      url: gatewayUrl,
      merchantId: settings.GATEWAY_MERCHANT_ID,
      publicKey: settings.GATEWAY_PUBLIC_KEY,
      privateKey: settings.GATEWAY_PRIVATE_KEY,
      tokenizationKey: requireTokenizationKey(settings),
      timeoutSeconds: limits.gatewayTimeoutSeconds,
      /** A payment that has waited longer than this before its call is not sent. */
      marginSeconds: settings.GATEWAY_MARGIN_SECONDS,
      /** Our own time-out, after the SDK's, which some answers escape. */
      callSeconds: limits.gatewayTimeoutSeconds + settings.GATEWAY_MARGIN_SECONDS / 3,
      /** From then on no call of ours can still make a charge: the SDK's time-out, and a margin for clocks and queues. */
      overAfterSeconds: limits.gatewayTimeoutSeconds + settings.GATEWAY_MARGIN_SECONDS,
    },
    paymentOffer: toPaymentOffer(settings, siteUrl, gatewayUrl),
    appleDomainFile: settings.APPLE_PAY_DOMAIN_FILE && readIn(root, settings.APPLE_PAY_DOMAIN_FILE),
    familyLimitsForTests: FamilyLimits.partial().strip().parse(limits),
    limits: { cartsPerHour: limits.cartsPerHour, checkoutsAtOnce: limits.checkoutsAtOnce },
    cardLimits: {
      declinesPerHour: limits.declinesPerHour,
      declinesPerNetwork: limits.declinesPerNetwork,
      declinesForAlarm: limits.declinesForAlarm,
      formsPerHour: limits.cardFormsPerHour,
    },
    settleEverySeconds: limits.settleEverySeconds,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    recaptcha: toRecaptcha(settings),
    places: settings.GOOGLE_PLACES_KEY
      ? { key: settings.GOOGLE_PLACES_KEY, url: limits.placesUrl }
      : undefined,
    /** A public key seals backups; a secret one opens them too. */
    backupKey: settings.BACKUP_KEY,
    backupTo: settings.BACKUP_TO?.replace(/\/+$/, ''),
    /** Encrypts members' second steps; without one a key is made in the data folder. */
    deskKey: settings.DESK_KEY,
    /** Alarms go to the email; a missing ping alarms too. */
    operator: { email: settings.OPERATOR_EMAIL, pingUrl: settings.OPERATOR_PING_URL },
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    /** Lets the desk try other settings. */
    readFrom: { variables, root, saved },
    isSetOutside: (part: SettablePart) => isSetIn(variables, part),
  }
}

type Settings = z.output<typeof Settings>

export const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)

/** Whether every page says that nothing is real. Refuses a public address with the local gateway. */
function isPublicDemo({ DEMO_SITE, GATEWAY_ENVIRONMENT }: Settings, siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  const isPublic = protocol === 'https:' && !isThisMachine(hostname)
  if (isPublic && GATEWAY_ENVIRONMENT === 'local' && DEMO_SITE === '0')
    throw new SettingsProblem(
      'The setting SITE_URL is a public address, but GATEWAY_ENVIRONMENT is local: no card would be charged. Set it to sandbox or production, or set DEMO_SITE=1 for a demo that says so on every page.',
    )
  return DEMO_SITE === '1'
}

function readIn(root: string, path: string): string {
  try {
    return readFileSync(resolve(root, path), 'utf8')
  } catch (cause) {
    throw new SettingsProblem(
      'The setting APPLE_PAY_DOMAIN_FILE is wrong: it must be the path of a file that can be read.',
      { cause },
    )
  }
}

function toPaymentOffer(settings: Settings, siteUrl: string, gatewayUrl: string): PaymentOffer {
  const { PAYMENT_OPTIONS: options, THREE_D_SECURE: threeDSecure, GATEWAY_ENVIRONMENT } = settings
  const { GOOGLE_PAY_MERCHANT_ID: googleMerchantId, LIMITS_FOR_TESTS: limits } = settings
  const isForReal = siteUrl.startsWith('https:') || GATEWAY_ENVIRONMENT !== 'local'
  const device = limits.deviceScript ?? new URL('/devices/apple-pay.js', gatewayUrl).href
  const deviceScript = options.some(needsDevice) && !isForReal ? device : undefined
  if (options.includes('googlePay') && GATEWAY_ENVIRONMENT === 'production' && !googleMerchantId)
    throw new SettingsProblem(
      'The setting GOOGLE_PAY_MERCHANT_ID is missing: Google Pay needs it in production.',
    )
  const deviceData = settings.DEVICE_DATA === '1'
  return { options, threeDSecure, deviceData, googleMerchantId, deviceScript }
}

const needsDevice = (option: PaymentOffer['options'][number]) =>
  option === 'applePay' || option === 'googlePay'

/** The widget's public key, for donors without an account. The sandbox's needs no setting. */
function requireTokenizationKey(settings: Settings): string {
  const { GATEWAY_TOKENIZATION_KEY: key, GATEWAY_ENVIRONMENT, GATEWAY_MERCHANT_ID } = settings
  const isOther = GATEWAY_ENVIRONMENT !== 'local' && key && !key.startsWith(`${GATEWAY_ENVIRONMENT}_`)
  if (isOther)
    throw new SettingsProblem(
      `The setting GATEWAY_TOKENIZATION_KEY is wrong: with GATEWAY_ENVIRONMENT=${GATEWAY_ENVIRONMENT} it begins with ${GATEWAY_ENVIRONMENT}_.`,
    )
  if (key) return key
  if (GATEWAY_ENVIRONMENT === 'local') return `development_courtside_${GATEWAY_MERCHANT_ID}`
  throw new SettingsProblem(
    'The setting GATEWAY_TOKENIZATION_KEY is missing: it is the public key by which donors without an account pay.',
  )
}

function toRecaptcha(settings: Settings) {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey, LIMITS_FOR_TESTS: limits } = settings
  if (siteKey && secretKey) return { siteKey, secretKey, url: limits.recaptchaUrl }
  if (!siteKey && !secretKey) return undefined
  throw new SettingsProblem(
    'The settings RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY go together: one is missing.',
  )
}
