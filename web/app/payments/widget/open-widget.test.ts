import { expect, test } from 'vitest'
import { paymentForm } from './open-widget.ts'

const details = {
  bin: '411111',
  cardType: 'Visa',
  expirationMonth: '12',
  expirationYear: '2030',
  cardholderName: 'Robin Vale',
  lastFour: '1111',
  lastTwo: '11',
}
const [no, nobody] = ['No', 'Unknown'] as const
const binData = {
  ...{ prepaid: no, healthcare: no, debit: no, durbinRegulated: no, commercial: no, payroll: no },
  ...{ issuingBank: nobody, countryOfIssuance: nobody, productId: nobody },
}
const confirmed = { nonce: 'a-card', type: 'CreditCard', details, binData, liabilityShifted: true } as const

/** The form around a widget whose bank confirms each card, and how often the chosen card was forgotten. */
function aForm() {
  const facts = {
    offer: { options: ['card' as const], threeDSecure: 'ask' as const, deviceData: false },
    amountCents: 200_000,
    payer: {},
  }
  const seen = { forgotten: 0 }
  const widget = {
    requestPaymentMethod: async () => confirmed,
    editPaymentMethod: () => true,
    clearSelectedPaymentMethod: () => {
      seen.forgotten += 1
    },
  }
  return {
    form: paymentForm(
      widget,
      () => facts,
      () => undefined,
    ),
    facts,
    seen,
  }
}

test('a card that its bank confirmed for another amount is forgotten, but not one that is typed anew since', async () => {
  const remembered = aForm()
  await remembered.form.requestPaymentMethod(false)
  remembered.facts.amountCents = 3000
  remembered.form.forgetOtherAmount()
  expect(remembered.seen.forgotten).toBe(1)

  const declined = aForm()
  await declined.form.requestPaymentMethod(false)
  declined.form.editPaymentMethod()
  declined.facts.amountCents = 3000
  declined.form.forgetOtherAmount()
  expect(declined.seen.forgotten).toBe(0)
})
