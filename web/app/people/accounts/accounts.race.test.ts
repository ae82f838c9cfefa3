import { expect } from 'vitest'
import { passBotCheck } from '#bot-check/proof-of-work.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { createAccount } from '#people/accounts/sign-up/create-account.server.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import { countTry } from '#platform/http/rate-limit.server.ts'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { aRegistration } from '../../../test/builders/registration.ts'
import { tried } from '../../../test/builders/tried.ts'
import { solvedBotCheck } from '../../../test/harness/bot-check.ts'
import { test } from '../../../test/harness/database.ts'
import { accounts } from '../people.tables.ts'
import { activate } from './accounts.server.ts'
import { issueToken } from './tokens.db.server.ts'

const caller = { address: '192.0.2.7', siteUrl: 'https://tennis.example' }

const countFulfilled = async (runs: Promise<unknown>[]) =>
  (await Promise.allSettled(runs)).filter(({ status }) => status === 'fulfilled').length

test('of twenty who open a link at once, one activates', async ({ freshDatabase: { db } }) => {
  const { id } = await anAccount(db, { activatedAt: null })
  const token = await issueToken(db, id, 'activation', 1)

  const opened = Array.from({ length: 20 }, (_, at) =>
    activate(db, token, { ...caller, address: `192.0.2.${at}` }),
  )

  // The link itself may be tried ten times; the rest is told to wait.
  expect(await countFulfilled(opened)).toBe(1)
})

test('of twenty tries at once under a limit of five, five pass', async ({ freshDatabase: { db } }) => {
  const tried = Array.from({ length: 20 }, () => countTry(db, 'somebody', { tries: 5, minutes: 15 }))

  expect(await countFulfilled(tried)).toBe(5)
})

test('of forty families of one network that log in at once none is refused, though others there have guessed often', async ({
  freshDatabase: { db },
}) => {
  await tried(db, `login:${caller.address}`, { tries: 120, minutes: 15 })
  const families = await Promise.all(Array.from({ length: 40 }, () => anAccount(db)))

  expect(await countFulfilled(families.map((family) => signIn(db, family, caller)))).toBe(40)
})

test('of ten who send one solved bot check at once, one passes', async ({ freshDatabase: { db } }) => {
  const answer = await solvedBotCheck(db)

  const passed = Array.from({ length: 10 }, () => db.transaction((tx) => passBotCheck(tx, answer)))

  expect(await countFulfilled(passed)).toBe(1)
})

test('of four who sign up with one address at once, one account is made and all hear the same', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  const forms = await Promise.all(Array.from({ length: 4 }, () => aRegistration(db)))

  expect(await countFulfilled(forms.map((form) => createAccount(db, form, caller)))).toBe(4)

  expect(await db.$count(accounts)).toBe(1)
  expect(await db.$count(mails)).toBe(4)
})
