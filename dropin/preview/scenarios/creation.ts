import { type AnyOptions, amex, type Fault, type Scenarios } from '../scenario.ts'

const notCreated = 'DropinError: There was an error creating Drop-in.'

const wrong = (sentence: string, options: AnyOptions) => ({
  seen: [`DropinError: ${sentence}`],
  options,
})

/** A configuration that fails with the code. */
const failing = (code: string, fault: Omit<Fault, 'operation' | 'when'>) => ({
  seen: [notCreated, code],
  faults: [{ operation: 'any', when: 'before' as const, ...fault }],
})

const slow: Fault = { operation: 'any', when: 'before', act: 'delay', milliseconds: 400 }

/** Failing and slow creation. */
export const creation: Scenarios = {
  'no authorization': wrong('options.authorization is required.', { authorization: '' }),
  'no container': wrong('options.container is required.', { container: undefined }),
  'container and selector': wrong('Must only have one options.selector or options.container.', {
    selector: '.container',
  }),
  'container that is not there': wrong(
    'options.selector or options.container must reference a valid DOM node.',
    { container: '#nowhere' },
  ),
  'container that is not empty': wrong(
    'options.selector or options.container must reference an empty DOM node.',
    { container: 'main' },
  ),
  'priority that is no list': wrong('paymentOptionPriority must be an array.', {
    paymentOptionPriority: 'card',
  }),
  'priority of what does not exist': wrong('paymentOptionPriority: Invalid payment option specified.', {
    paymentOptionPriority: ['cash'],
  }),
  'no way to pay': wrong('No valid payment options available.', { card: false }),
  'no card that is taken': {
    ...wrong('No valid payment options available.', {}),
    offers: { card_brands: [], paypal: false, venmo: false },
  },
  'files that are not there': {
    seen: [{ role: 'group', name: 'Pay with card' }],
    options: { assetsBase: '/nowhere/' },
  },
  'authorization that is none': {
    seen: [notCreated, 'CLIENT_INVALID_AUTHORIZATION'],
    options: { authorization: 'no token' },
  },
  'authorization that is not valid': failing('CLIENT_AUTHORIZATION_INVALID', { act: 'answer', status: 401 }),
  'authorization that does not suffice': failing('CLIENT_AUTHORIZATION_INSUFFICIENT', {
    act: 'answer',
    status: 403,
  }),
  'too many calls': failing('CLIENT_RATE_LIMITED', { act: 'answer', status: 429 }),
  'gateway that refuses': failing('CLIENT_REQUEST_ERROR', { act: 'answer', status: 404 }),
  'gateway that is broken': failing('CLIENT_GATEWAY_NETWORK', { act: 'answer', status: 500 }),
  'gateway that cannot be reached': failing('CLIENT_GATEWAY_NETWORK', { act: 'drop' }),
  'gateway that answers another page': failing('CLIENT_GATEWAY_NETWORK', { act: 'garble', content: 'html' }),
  'frames that never come': {
    seen: [{ selector: '.braintree-placeholder' }],
    missing: 'frames',
  },
  'device data that do not come': {
    seen: [{ role: 'group', name: 'Pay with card' }],
    options: { dataCollector: true },
    faults: [{ operation: 'collector_script', when: 'before', act: 'answer', status: 404 }],
    isFresh: true,
  },
  'slow network': { seen: [{ role: 'group', name: 'Pay with card' }], faults: [slow] },
  'slow network, saved cards': { seen: ['Paying with American Express'], saved: [amex], faults: [slow] },
  'slow network, still loading': {
    seen: [{ selector: '.braintree-placeholder' }],
    saved: [amex],
    faults: [{ ...slow, operation: 'vault', milliseconds: 3000 }],
  },
}
