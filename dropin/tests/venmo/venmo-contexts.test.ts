import { expect, test } from 'vitest'
import type { VenmoOptions } from '../../src/public-types/venmo.ts'
import { openContexts } from '../../src/ways-to-pay/venmo/payment/contexts.ts'
import { answerTo } from './venmo-shop.ts'

/** The payments of a page, and what was asked of the gateway last. */
function payments(options: VenmoOptions) {
  const asked: { query: string; variables: object }[] = []
  const context = { id: '1', merchantId: 'm', createdAt: '', expiresAt: '' }
  const state = { status: 'CREATED' }
  const contexts = openContexts({
    ask: async (body) => {
      asked.push(body)
      return { data: /query/.test(body.query) ? { node: state } : answerTo(body.query, context) }
    },
    ...{ options, profileId: 'courts', environment: 'production' },
  })
  const last = () => asked.at(-1) ?? expect.fail('nothing was asked')
  return { contexts, last, context, state }
}

test('a payment by QR code says that it comes from a desktop, and for which profile; one in the app that it comes from a phone (L3.34 L9.15 L9.17)', async () => {
  const { contexts, last } = payments({ paymentMethodUsage: 'multi_use', displayName: 'Courts' })
  await contexts.beginCode()
  expect(last().query).toContain('mutation CreateVenmoPaymentContext(')
  expect(last().variables).toEqual({
    input: {
      intent: 'PAY_FROM_APP',
      paymentMethodUsage: 'MULTI_USE',
      customerClient: 'DESKTOP',
      merchantProfileId: 'courts',
      displayName: 'Courts',
    },
  })
  await contexts.beginApp()
  expect(last().variables).toMatchObject({ input: { intent: 'CONTINUE', customerClient: 'MOBILE_WEB' } })
})

test('without a usage a payment by QR code is of the older kind, and ended so (L7.16 L7.18)', async () => {
  const { contexts, last } = payments({})
  await contexts.beginCode()
  expect(last().query).toContain('mutation CreateVenmoQRCodePaymentContext(')
  expect(last().variables).toEqual({ input: { environment: 'PRODUCTION', intent: 'PAY_FROM_APP' } })
  await contexts.end('1', 'EXPIRED')
  expect(last().query).toContain('mutation UpdateVenmoQRCodePaymentContext(')
  expect(last().variables).toEqual({ input: { id: '1', status: 'EXPIRED' } })
})

test('the gateway is asked for all that a payment and its payer have (L3.31 L3.32 L3.33)', async () => {
  const { contexts, last, context, state } = payments({ paymentMethodUsage: 'single_use' })
  expect(await contexts.beginApp()).toBe(context)
  expect(last().query).toContain('venmoPaymentContext { id merchantId createdAt expiresAt }')

  expect(await contexts.getState('1')).toBe(state)
  const { query, variables } = last()
  expect(variables).toEqual({ id: '1' })
  const older = 'VenmoQRCodePaymentContext { status paymentMethodId userName }'
  expect(query).toContain(older)
  const address = 'fullName addressLine1 addressLine2 adminArea1 adminArea2 postalCode countryCode'
  expect(query.replace(/\s+/g, ' ')).toContain(
    `VenmoPaymentContext { status paymentMethodId userName payerInfo { firstName lastName phoneNumber email externalId userName billingAddress { ${address} } shippingAddress { ${address} }`,
  )
})
