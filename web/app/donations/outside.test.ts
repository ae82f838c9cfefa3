import { expect } from 'vitest'
import { readPlaceAddress, suggestPlaces } from '#donations/form/address-lookup.server.ts'
import { createAccount } from '#people/accounts/sign-up/create-account.server.ts'
import { accounts } from '#people/people.tables.ts'
import { aProgramme, password } from '../../test/builders/builders.ts'
import { limits } from '../../test/builders/limits.ts'
import { aDonor } from '../../test/builders/money/donor.ts'
import { test } from '../../test/harness/database.ts'
import type { Gateway } from '../../test/harness/world.ts'

let sandbox: Gateway
test.beforeAll(({ gateway: running }) => {
  sandbox = running
})

/** A token as reCAPTCHA's script gets it for a page. */
async function aToken(action: string, siteKey = 'site-key'): Promise<string> {
  const answer = await fetch(`${sandbox.settings.GATEWAY_URL}/recaptcha/token`, {
    method: 'POST',
    body: JSON.stringify({ siteKey, action }),
  })
  return (await answer.json()).token
}

const withKeys = () => ({
  ...sandbox.settings,
  ...limits({ recaptchaUrl: sandbox.settings.GATEWAY_URL }),
  RECAPTCHA_SITE_KEY: 'site-key',
  RECAPTCHA_SECRET_KEY: 'secret-key',
})

test('with keys a gift needs a reCAPTCHA token of its own page’s action, once, from a person (P7.33 P7.35 P7.36)', async ({
  db,
}) => {
  const { give } = await aDonor(db, withKeys())
  const failed = { code: 'bot-check-failed' }
  const give1 = (g_recaptcha_response: string, donation_type: 'MCT' | 'DBF' = 'MCT') =>
    give({ g_recaptcha_response, donation_type }, crypto.randomUUID())

  await expect(give1('made up')).rejects.toMatchObject(failed)
  await expect(give1(await aToken('MCTDonateAction', 'key-of-a-bot'))).rejects.toMatchObject(failed)
  await expect(give1(await aToken('RegisterUserAction'))).rejects.toMatchObject(failed)
  await expect(give1(await aToken('donateDBFAction'))).rejects.toMatchObject(failed)

  const token = await aToken('MCTDonateAction')
  expect(await give1(token)).toMatchObject({ state: 'accepted' })
  await expect(give1(token)).rejects.toMatchObject(failed)
  expect(await give1(await aToken('donateDBFAction'), 'DBF')).toMatchObject({ state: 'accepted' })
})

test('with keys an account needs a token of the action RegisterUserAction (P7.33 P7.34)', async ({ db }) => {
  await aProgramme(db)
  const url = sandbox.settings.GATEWAY_URL
  const caller = {
    address: '192.0.2.7',
    siteUrl: 'https://tennis.example',
    recaptcha: { siteKey: 'site-key', secretKey: 'secret-key', url },
  }
  const signUp = async (action: string) =>
    createAccount(
      db,
      {
        user: { email: 'robin@example.test', liability_agreed: true, password },
        g_recaptcha_response: await aToken(action),
        parent: { first_name: 'Robin', last_name: 'Vale', phone: '(555) 010-0142' },
      },
      caller,
    )

  await expect(signUp('MCTDonateAction')).rejects.toMatchObject({ code: 'bot-check-failed' })
  expect(await db.$count(accounts)).toBe(0)

  await signUp('RegisterUserAction')
  expect(await db.$count(accounts)).toBe(1)
})

test('with a key Google Places completes addresses in the United States alone (P1.19 P5.27 P7.37)', async () => {
  const google = { key: 'places-key', url: sandbox.settings.GATEWAY_URL }

  const found = await suggestPlaces(google, 'orchard', 'session-1')

  expect(found).toEqual([
    { text: '18 Orchard Way, Fairmeadow, CA, USA', id: 'demo-orchard-way' },
    { text: '40 Orchard Lane, Millbrook, CA, USA', id: 'demo-orchard-lane' },
  ])
  expect(await readPlaceAddress(google, 'demo-orchard-way', 'session-1')).toBe(
    '18 Orchard Way, Fairmeadow, CA 94000, USA',
  )
})
