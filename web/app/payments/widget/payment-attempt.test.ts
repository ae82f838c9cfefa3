import { BraintreeError, DropinError } from '@courtside/dropin'
import { expect, test } from 'vitest'
import { ApiProblem, NoAnswer } from '#platform/http/call-api.ts'
import { NotSent, openAttempt, type PaymentForm } from './payment-attempt.ts'

const failed = 'We encountered an error processing your payment. Please try again or contact support.'
const again = 'Press the button again: you will not be charged twice.'

/** A card form as the site knows it: it gives one card, or fails, and is told to open it again or to forget it. */
function aWidget(failure?: unknown, { type = 'CreditCard', vaulted = false } = {}) {
  const seen = { reopened: 0, cleared: 0, focused: 0, asking: [] as boolean[] }
  const widget: PaymentForm = {
    requestPaymentMethod: async (asksPayer) => {
      seen.asking.push(asksPayer)
      if (failure) throw failure
      const details = { cardType: 'Visa', lastFour: '1111' }
      return { nonce: 'a-card', type, vaulted, details, deviceData: 'a-device' }
    },
    editPaymentMethod: () => {
      seen.reopened += 1
      return true
    },
    clearSelectedPaymentMethod: () => {
      seen.cleared += 1
    },
    focus: () => {
      seen.focused += 1
    },
  }
  return { widget, seen }
}

const refused = (status: number, code: string, message = '', body = {}) =>
  new ApiProblem(status, code, message, body)
const declinedFor = (reason: string) => refused(402, 'declined', failed, { reason })

/** Sends an attempt once for each end, and answers the keys with which it was sent and what was told. */
async function sendEach(ends: unknown[]) {
  const { widget, seen } = aWidget()
  const attempt = openAttempt(failed)
  const keys: string[] = []
  const results = []
  for (const end of ends)
    results.push(
      await attempt.byWidget(widget, async (key, card) => {
        keys.push(key)
        if (end instanceof Error) throw end
        return card
      }),
    )
  return { keys, results, seen }
}

test('a lost connection and a failure of ours keep the key, so that another press charges nothing twice', async () => {
  const { keys, results, seen } = await sendEach([
    new NoAnswer(),
    refused(500, 'internal'),
    refused(503, 'internal'),
    refused(429, 'too-many-tries', 'That was tried too often.'),
    'paid',
  ])

  expect(new Set(keys).size).toBe(1)
  expect(results).toEqual([
    {
      end: 'failed',
      message: failed,
      more: `We lost the connection and cannot tell whether this went through. ${again}`,
      isOpen: true,
    },
    {
      end: 'failed',
      message: failed,
      more: `We cannot tell whether this went through. ${again}`,
      isOpen: true,
    },
    expect.objectContaining({ isOpen: true }),
    { end: 'failed', message: failed, more: 'That was tried too often.', isOpen: true },
    { end: 'answered', answer: { payment_method_nonce: 'a-card', device_data: 'a-device' } },
  ])
  expect(seen).toMatchObject({ reopened: 0, cleared: 0 })
})

test('a press while offline says that nothing was sent; after a lost answer, that nobody can tell yet', async () => {
  const { widget } = aWidget()
  const attempt = openAttempt(failed)

  const fresh = attempt.offline(true)
  await attempt.byWidget(widget, async () => {
    throw new NoAnswer()
  })

  expect(fresh).toMatchObject({
    message: failed,
    more: 'You were offline, so nothing was sent. Nothing was charged. What you chose is still here: press the button again once you are online.',
    formState: 'not sent',
  })
  expect(openAttempt('what was literal').offline(false)).toMatchObject({
    message: 'what was literal',
    more: 'You were offline, so nothing was sent. What you chose is still here: press the button again once you are online.',
  })
  expect(attempt.offline(true)).toEqual({
    end: 'failed',
    message: failed,
    more: 'You were offline, and we cannot tell yet whether this went through. Press the button again once you are online: you will not be charged twice.',
    isOpen: true,
  })
})

test('a declined card is told after the sentence of the catalogue, and its CVV asked for again; the next try is another one', async () => {
  const { keys, results, seen } = await sendEach([refused(402, 'declined', failed), 'paid'])

  expect(results[0]).toMatchObject({
    message: failed,
    more: 'The card was declined. Nothing was charged.',
    concernsPurchase: false,
  })
  expect(keys[0]).not.toBe(keys[1])
  expect(seen).toMatchObject({ reopened: 1, cleared: 0 })
})

test('a saved card that is declined is named and chosen no more, and so is a PayPal account, in the name of PayPal', async () => {
  const { widget, seen } = aWidget(undefined, { type: 'PayPalAccount' })
  const saved = aWidget(undefined, { vaulted: true })

  const bySaved = await openAttempt(failed).byWidget(saved.widget, async () => {
    throw refused(402, 'declined', failed)
  })
  const ended = await openAttempt(failed).byWidget(widget, async () => {
    throw refused(402, 'declined', failed)
  })

  const venmo = aWidget(undefined, { type: 'VenmoAccount' })
  const byVenmo = await openAttempt(failed).byWidget(venmo.widget, async () => {
    throw refused(402, 'declined', failed)
  })

  expect(bySaved).toMatchObject({ more: 'Your Visa ending in 1111 was declined. Nothing was charged.' })
  expect(ended).toMatchObject({ message: failed, more: 'PayPal declined the payment. Nothing was charged.' })
  expect(byVenmo).toMatchObject({ more: 'Venmo declined the payment. Nothing was charged.' })
  for (const forgotten of [saved.seen, seen]) expect(forgotten).toMatchObject({ reopened: 0, cleared: 1 })
})

test('a bank that declines because it was not asked is asked with the next try, and once: after that the card is declined', async () => {
  const asks = declinedFor('to-be-confirmed')
  const { results, seen } = await sendEach([asks, asks, asks, declinedFor('not-confirmed'), 'paid'])

  expect(results.map((end) => 'more' in end && end.more)).toEqual([
    'Nothing was charged. Your bank wants to confirm that it is you. Try once more: then it asks you.',
    'The card was declined. Nothing was charged.',
    'Nothing was charged. Your bank wants to confirm that it is you. Try once more: then it asks you.',
    'Nothing was charged. Your bank could not confirm that it is you.',
    false,
  ])
  expect(seen.asking).toEqual([false, true, false, true, false])
  expect(seen.reopened, 'the card is asked for each time').toBe(4)
})

test.for([
  ['CARDINAL_SDK_CANCELED', 'You closed your bank’s page.'],
  ['CARDINAL_SDK_RESPONSE_TIMEDOUT', 'Your bank did not answer.'],
  ['JWT_AUTHENTICATION_FAILED', 'Your bank could not confirm that it is you.'],
  ['LOOKUP_TOKENIZED_CARD_NOT_FOUND_ERROR', 'Your card was given too long ago. Give it once more.'],
  ...['NOT_ENABLED', 'LOOKUP_VALIDATION_ERROR', 'CARDINAL_SDK_BAD_JWT', 'MISSING_VERIFY_CARD_OPTION'].map(
    (code) => [code, 'Something is set up wrongly on our side: it is neither your card nor your bank.'],
  ),
])(
  'a bank that was asked in vain, with %s, is told as that, and nothing is sent',
  async ([code, message]) => {
    const cause = new BraintreeError({ code: `THREEDS_${code}`, type: 'CUSTOMER', message: '' })
    const { widget } = aWidget(new DropinError('Something went wrong during 3D Secure.', cause))

    expect(await openAttempt(failed).byWidget(widget, async () => 'never')).toEqual({
      end: 'failed',
      message: 'Error occurred with your payment method',
      more: `Nothing was charged. ${message}`,
      formState: 'not sent',
    })
  },
)

test('what was refused before the card was tried is told with its reason, and the card is kept', async () => {
  const { results, seen } = await sendEach([
    new NotSent('The bot check did not finish.'),
    refused(409, 'cart-changed', 'Something in your cart has changed.'),
    refused(409, 'hold-ended', 'Your places were held for a while and that time is over.'),
    refused(409, 'being-paid', 'This is being paid already.'),
  ])

  expect(results[0]).toMatchObject({ message: failed })
  expect(results.map((end) => 'more' in end && end.more)).toEqual([
    'The bot check did not finish. Nothing was charged.',
    'Something in your cart has changed: look at your sessions. Nothing was charged.',
    'Your places were held for a while and that time is over. Nothing was charged.',
    'This is being paid already.',
  ])
  expect(seen).toMatchObject({ reopened: 0, cleared: 0 })
})

test('a card that was tried by a press of which nobody knew the end is asked for again with the next no', async () => {
  const { seen } = await sendEach([new NoAnswer(), refused(409, 'hold-ended', 'That time is over.')])

  expect(seen.reopened).toBe(1)
})

test('an attempt goes on after the page was loaded again, by its key', async () => {
  const { widget } = aWidget()
  const attempt = openAttempt(failed, 'the-key-of-before')

  const ended = await attempt.byWidget(widget, async (key) => key)

  expect(ended).toEqual({ end: 'answered', answer: 'the-key-of-before' })
})

test.for([
  [
    'a card that is filled in by half',
    { view: 'card', fields: ['expirationDate', 'cvv'] },
    'Fill in or correct: expiration date and CVV.',
    'wrong',
  ],
  ['no way to pay', { view: 'options' }, 'Choose how you want to pay.', 'not sent'],
  ['an unpressed button', { view: 'paypalCredit' }, 'Use the PayPal button to continue.', 'not sent'],
] as const)(
  'with %s that is what is asked for, and the cursor stands there',
  async ([, cause, more, formState]) => {
    const { widget, seen } = aWidget(new DropinError('No payment method is available.', cause))

    expect(await openAttempt(failed).byWidget(widget, async () => 'never')).toEqual({
      end: 'failed',
      message: 'Error occurred with your payment method',
      more,
      formState,
      hasCursor: true,
    })
    expect(seen.focused, 'the card form has put it there itself').toBe('fields' in cause ? 0 : 1)
  },
)

test.for([
  ['a refused CVV', 'wrong', refusedBy('CVV_VERIFICATION_FAILED', 'CUSTOMER')],
  ['a broken line', 'not sent', refusedBy('NETWORK_ERROR', 'NETWORK')],
  ['a card saved already', 'not sent', refusedBy('FAIL_ON_DUPLICATE', 'CUSTOMER')],
] as const)('with %s the card counts as %s', async ([, formState, failure]) => {
  const { widget } = aWidget(failure)

  const ended = await openAttempt(failed).byWidget(widget, async () => 'never')

  expect(ended).toEqual({ end: 'failed', message: 'Error occurred with your payment method', formState })
})

function refusedBy(end: string, type: 'CUSTOMER' | 'NETWORK') {
  const cause = new BraintreeError({ code: `HOSTED_FIELDS_TOKENIZATION_${end}`, type, message: '' })
  return new DropinError('No payment method is available.', cause)
}

test('whoever is not signed in any more is led to the login, and begins anew after it', async () => {
  const { keys, results } = await sendEach([refused(401, 'signed-out'), 'paid'])

  expect(results[0]).toEqual({ end: 'signed-out' })
  expect(new Set(keys).size).toBe(2)
})
