import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseEnv } from './env.server.ts'

const source = readFileSync(new URL('env.server.ts', import.meta.url), 'utf8')
const names = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)

const tooMany = ['0', '1000000', '-1', '1.5', 'many']
const others = ['2', 'yes']
const noAddress = ['tennis.example', 'ftp://tennis.example', 'https://']
/** An invalid value for each setting. */
const wrong: Record<string, string[]> = {
  PORT: tooMany,
  SITE_URL: [
    ...noAddress,
    ...['https://tennis.example/courtside', 'https://tennis.example?a', 'https://a:b@tennis.example'],
  ],
  DEMO_SITE: others,
  FIRST_SEASON: ['mine'],
  TRUST_PROXY: ['10', '-1', 'yes'],
  DATABASE_URL: ['mysql://one/two', 'one.example:5432'],
  DATABASE_POOL: tooMany,
  DATABASE_KEEPS_PLANS: others,
  GATEWAY_ENVIRONMENT: ['Production', 'live'],
  GATEWAY_URL: noAddress,
  GATEWAY_MARGIN_SECONDS: tooMany,
  GATEWAY_TOKENIZATION_KEY: ['production_x', 'a key'],
  PAYMENT_OPTIONS: ['paypal', 'card,check', ','],
  APPLE_PAY_DOMAIN_FILE: ['/nowhere/association'],
  DEVICE_DATA: others,
  THREE_D_SECURE: ['on', '1'],
  LIMITS_FOR_TESTS: ['many', '[]', '{"carts": 1}', '{"cartsPerHour": 0}', '{"cartsPerHour": "60"}'],
  SMTP_URL: ['mail.example', 'smtp://', 'smtp://mail.example:many', 'smtp://user:p/ss@mail.example'],
  MAIL_FROM: ['Tennis', 'Tennis <office>', 'a@tennis.example\nBcc: b@tennis.example'],
  BACKUP_KEY: ['a secret', 'AGE-SECRET-KEY-1'],
  DESK_KEY: ['short'],
  OPERATOR_EMAIL: ['robin'],
  OPERATOR_PING_URL: noAddress,
  METRICS_TOKEN: ['short'],
  LOG_LEVEL: ['loud'],
}
/** Nothing tells a right one from a wrong one before it is used. */
const anyText = [
  ...['HOST', 'DATA_DIR', 'GATEWAY_MERCHANT_ID', 'GATEWAY_PUBLIC_KEY', 'GATEWAY_PRIVATE_KEY'],
  ...['GOOGLE_PAY_MERCHANT_ID', 'RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY', 'GOOGLE_PLACES_KEY'],
  'BACKUP_TO',
]

test('a setting that cannot be right ends the start with a sentence of ours that names it', () => {
  expect([...Object.keys(wrong), ...anyText].sort()).toEqual(names.sort())
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) {
      const start = () => parseEnv({ [name]: value })
      expect(start, `${name}=${value}`).toThrow(new RegExp(`^The setting ${name} is wrong: it must .+\\.$`))
      expect(start, `${name}=${value}`).not.toThrow(/invalid|expected|too (small|big)/i)
    }
})

test('settings that do not fit together end the start with a sentence that names one', () => {
  const production = { GATEWAY_ENVIRONMENT: 'production', GATEWAY_TOKENIZATION_KEY: 'production_x_y' }
  const sandboxKey = { ...production, GATEWAY_TOKENIZATION_KEY: 'sandbox_x_y' }

  expect(() => parseEnv({ GATEWAY_ENVIRONMENT: 'production' })).toThrow(
    'The setting GATEWAY_TOKENIZATION_KEY is missing',
  )
  expect(() => parseEnv(sandboxKey)).toThrow(
    'The setting GATEWAY_TOKENIZATION_KEY is wrong: with GATEWAY_ENVIRONMENT=production it begins with production_.',
  )
  expect(() => parseEnv({ RECAPTCHA_SITE_KEY: 'a' })).toThrow('one is missing')
  expect(() => parseEnv({ ...production, PAYMENT_OPTIONS: 'card,googlePay' })).toThrow(
    'The setting GOOGLE_PAY_MERCHANT_ID is missing',
  )
  for (const forReal of [production, { SITE_URL: 'http://tennis.example' }])
    expect(() => parseEnv({ ...forReal, LIMITS_FOR_TESTS: '{"cartsPerHour": 1}' })).toThrow(
      'The setting LIMITS_FOR_TESTS is for tests: only with the local gateway, at an address of this machine or on a demo site.',
    )
  expect(parseEnv({ ...production, SITE_URL: 'https://tennis.example/' }).siteUrl).toBe(
    'https://tennis.example',
  )
  for (const MAIL_FROM of ['office@tennis.example', '"Tennis, Inc." <office@tennis.example>'])
    expect(parseEnv({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  for (const SMTP_URL of ['smtp://127.0.0.1:25', 'smtps://u%40x:p%2Fw@mail.example:465?requireTLS=false'])
    expect(parseEnv({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
})
