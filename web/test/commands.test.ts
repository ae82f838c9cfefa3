import { userInfo } from 'node:os'
import { expect } from 'vitest'
import { test } from './database.ts'
import { aDebtor } from './debtor.ts'
import { aTerminalBesideASite } from './terminal.ts'

// Each line starts npm and a program.
const slow = { timeout: 120_000 }

test(
  'a volunteer records a check, finds it, and takes it back, as typed in a terminal',
  slow,
  async ({ db }) => {
    const { account, invoice, rows } = await aDebtor(db, { firstName: 'Zoë', lastName: 'Lobwell' })
    const { type, close } = await aTerminalBesideASite(db)
    const find = async () => (await type('npm run record-payment -- find "zoe lobwell"')).said
    expect(await find()).toContain(
      `Family ${invoice.slice(5)}  ${account.email}\n  unpaid     invoice ${invoice}  registration ${rows[0]?.id}  $180.00  Zoë Lobwell, Green Ball Clinic, Jun 21, 2027`,
    )

    const { code, said } = await type(
      `npm run record-payment -- record ${invoice} check 215.00 --note "check 88"`,
    )

    const id = /payment (\d+)/.exec(said)?.[1]
    expect([code, said]).toEqual([
      0,
      `Done: payment ${id}. Paid:
  Zoë Lobwell, Green Ball Clinic: $180.00
  Zoë Lobwell, Orange Ball Open: $35.00
A mistake? npm run record-payment -- take-back ${id}`,
    ])
    expect(await find()).toContain(`payment ${id}  $215.00 by check`)
    expect(await find()).toContain(`${userInfo().username} (check 88)`)
    expect((await type(`npm run record-payment -- take-back ${id}`)).code).toBe(0)
    expect(await find()).toContain('unpaid')
    await close()
  },
)

test('what cannot be done is said in a sentence, and ends with 1', slow, async ({ db }) => {
  const { invoice } = await aDebtor(db)
  const { type, close } = await aTerminalBesideASite(db)
  const typed = [
    [
      `record ${invoice} cheque 215.00`,
      '“cheque” is not a way to pay that is recorded here. Write check, cash or venmo.',
    ],
    ['find lobwell --every', '“--every” is not known here. There are no options.'],
    ['record 2027-999999 check 215.00', 'No family has the invoice 2027-999999.'],
  ] as const

  const answers = await Promise.all(typed.map(([words]) => type(`npm run record-payment -- ${words}`)))

  expect(answers).toEqual(typed.map(([, said]) => ({ code: 1, said })))
  expect(await type('npm run record-payment -- find nobody-of-this-name')).toEqual({
    code: 0,
    said: 'Nobody was found.',
  })
  await close()
})

test(
  'a volunteer hands out what is stored of a family, and erases it, as typed in a terminal',
  slow,
  async ({ db }) => {
    const { account } = await aDebtor(db, { firstName: 'Zoë', lastName: 'Lobwell' })
    const { type, close } = await aTerminalBesideASite(db)
    const exported = await type(`npm run family -- export ${account.email}`)
    expect(exported.code).toBe(0)
    expect(JSON.parse(exported.said)).toMatchObject({ account: { email: account.email } })
    expect(exported.said).toContain('Zoë')
    expect(await type('npm run family -- delete nobody@example.test')).toEqual({
      code: 1,
      said: 'We could not find that.',
    })
    expect(await type('npm run family -- erase robin')).toEqual({
      code: 1,
      said: '“erase” is not known here. Write export or delete.',
    })
    await close()
  },
)
