import { describe, expect } from 'vitest'
import { control, newMerchant } from './support/control-client.ts'
import { test } from './support/fixtures.ts'

const post = (origin: string, path: string, form: Record<string, string>, from?: string) =>
  fetch(`${origin}/control/page/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    headers: from === undefined ? {} : { Origin: from },
  })

describe('the control page', () => {
  test('writes what merchants sent as text, runs no script and loads nothing from elsewhere', async ({
    sandbox,
    merchant,
  }) => {
    await merchant.customer.create({ firstName: '<script>alert(1)</script>', company: 'A & B' })
    await merchant.transaction.sale({
      amount: '2000.00',
      paymentMethodNonce: 'fake-valid-nonce',
      orderId: '"><b>',
    })

    const page = await fetch(sandbox.origin)

    const text = await page.text()
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('&quot;&gt;&lt;b&gt;')
    expect(text).not.toMatch(/<script|\s(style|on\w+)=/)
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
  })

  test('takes forms from its own pages alone, and so do the controls for programs', async ({ sandbox }) => {
    const fault = { operation: 'sale', choice: 'drop', when: 'before', percent: '100', seed: '1' }
    const foreign = 'https://shop.example.org'
    expect((await post(sandbox.origin, 'fault', fault, foreign)).status).toBe(403)
    expect((await post(sandbox.origin, 'reset', {}, 'null')).status).toBe(403)
    const put = { method: 'PUT', headers: { Origin: foreign }, body: '{"faults":[]}' }
    expect((await fetch(`${sandbox.origin}/control/faults`, put)).status).toBe(403)
    expect((await control(sandbox, 'GET', '/faults')).body.faults).toEqual([])

    expect((await post(sandbox.origin, 'fault', fault, sandbox.origin)).status).toBe(303)
    expect((await control(sandbox, 'GET', '/faults')).body.faults).toMatchObject([{ act: 'drop', hits: 0 }])
    expect((await post(sandbox.origin, 'fault/remove', {}, sandbox.origin)).status).toBe(303)
    expect((await control(sandbox, 'GET', '/faults')).body.faults).toEqual([])
  })

  test('says what is wrong with a form, and changes nothing', async ({ sandbox }) => {
    const { keys } = await newMerchant(sandbox, { id: 'club' })
    const wrong = await post(sandbox.origin, 'settings', { merchant: keys.id, settle_after_seconds: 'soon' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('settle_after_seconds: must be a number')
    const taken = await post(sandbox.origin, 'merchant', { id: keys.id })
    expect(await taken.text()).toContain('There is a merchant club already.')
    expect((await post(sandbox.origin, 'reset', { merchant: 'nobody' })).status).toBe(404)
  })

  test('shows every record, by links to newer and older ones', async ({ sandbox }) => {
    const { keys, sdk } = await newMerchant(sandbox, { id: 'pages' })
    const names = Array.from({ length: 45 }, (_, at) => `parent_${at + 10}`)
    for (const id of names) await sdk.customer.create({ id })
    const seen: string[] = []
    const linkOn = (text: string, label: string) =>
      new RegExp(`href="([^"]+)#customers">${label}<`).exec(text)?.[1]?.replaceAll('&amp;', '&')

    let at: string | undefined = `/?merchant=${keys.id}`
    const texts: string[] = []
    while (at) {
      const text = await (await fetch(sandbox.origin + at)).text()
      texts.push(text)
      seen.push(...(text.match(/parent_\d+/g) ?? []))
      at = linkOn(text, 'Older')
    }

    expect(seen).toEqual(names.toReversed())
    expect(texts.map((text) => /[^>]+ of 45[^<]*/.exec(text)?.[0])).toEqual([
      'The latest 20 of 45.',
      '21–40 of 45, newest first.',
      '41–45 of 45, newest first.',
    ])
    expect(linkOn(texts[2] ?? '', 'Newer')).toBe('/?merchant=pages&customers=2')
    expect(linkOn(texts[0] ?? '', 'Newer')).toBeUndefined()
    const beyond = await fetch(`${sandbox.origin}/?merchant=pages&customers=999&transactions=x`)
    expect(await beyond.text()).toContain('41–45 of 45')
  })
})

test('a sale is refunded and disputed by buttons, as in the gateway’s panel, and the bank decides', async ({
  sandbox,
}) => {
  const { keys, sdk } = await newMerchant(sandbox, { id: 'panel' })
  const sale = { amount: '10.00', paymentMethodNonce: 'fake-valid-nonce', orderId: 'court' }
  const options = { submitForSettlement: true }
  const { id } = (await sdk.transaction.sale({ ...sale, options })).transaction
  await sdk.testing.settle(id)
  const press = (path: string, form: Record<string, string>) =>
    post(sandbox.origin, path, { merchant: keys.id, ...form }, sandbox.origin)

  await press('panel', { transaction: id, act: 'dispute' })
  const [dispute] = (await sdk.transaction.find(id)).disputes ?? []
  const shown = await (await fetch(`${sandbox.origin}/?merchant=${keys.id}`)).text()
  expect(shown).toContain(`name="dispute" value="${dispute?.id}"`)
  await press('dispute', { dispute: dispute?.id ?? '', verdict: 'lost' })
  await press('panel', { transaction: id, act: 'refund' })

  const after = await sdk.transaction.find(id)
  expect(after.disputes).toMatchObject([{ status: 'lost' }])
  expect(await sdk.transaction.find(after.refundIds?.[0] ?? '')).toMatchObject({
    ...{ type: 'credit', amount: '10.00', orderId: 'court' },
  })
  expect((await press('panel', { transaction: id, act: 'refund' })).status).toBe(400)
})
