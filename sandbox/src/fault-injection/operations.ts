import type { Operation } from './fault.ts'

/** Third-party scripts are no calls of the gateway. */
const scripts: [operation: Operation, path: RegExp][] = [
  ['paypal_script', /^\/api\/checkout/],
  ['google_pay_script', /^\/gp\/p\/js\/pay/],
  ['provider_script', /^\/edge\/v1\/songbird/],
  ['collector_script', /^\/(da\/r\/fb|web\/[\d.]+\/js\/data-collector)/],
]

/** The first match counts; paths are below /merchants/<id>. */
const calls: [operation: Operation, method: string, path: RegExp][] = [
  ['graphql', '', /^\/graphql$/],
  ['apple_pay_session', 'POST', /^\/client_api\/v1\/apple_pay_web\/sessions(\.json)?$/],
  ['three_d_secure', 'POST', /\/three_d_secure\//],
  ['tokenize', 'POST', /^\/client_api\/v1\/payment_methods\/\w+(\.json)?$/],
  ['client_token', 'POST', /^\/client_token$/],
  ['search', 'POST', /\/advanced_search(_ids)?$/],
  ['sale', 'POST', /^\/transactions$/],
  ['submit_for_settlement', '', /^\/transactions\/[^/]+\/submit_for_(partial_)?settlement$/],
  ['void', 'PUT', /^\/transactions\/[^/]+\/void$/],
  ['refund', 'POST', /^\/transactions\/[^/]+\/refund$/],
  ['find', 'GET', /^\/transactions\/[^/]+$/],
  ['delete_customer', 'DELETE', /^\/customers\/[^/]+$/],
  ['vault', '', /^\/(client_api\/v1\/)?(customers|payment_methods|payment_method_nonces|verifications)\b/],
]

export function operationsFor(method: string, path: string): Operation[] {
  const script = scripts.find(([, shape]) => shape.test(path))
  if (script) return [script[0]]
  const below = path.replace(/^\/merchants\/[^/]+/, '')
  const [operation] = calls.find(([, only, shape]) => ['', method].includes(only) && shape.test(below)) ?? []
  if (operation === 'delete_customer') return ['any', 'vault', operation]
  return operation ? ['any', operation] : ['any']
}
