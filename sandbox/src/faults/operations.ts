import type { Operation } from './fault.ts'

/** Which call a method and a path below /merchants/<id> are; the first line that fits. */
const calls: [operation: Operation, method: string, path: RegExp][] = [
  ['graphql', '', /^\/graphql$/],
  ['three_d_secure', 'POST', /\/three_d_secure\//],
  ['tokenize', 'POST', /^\/client_api\/v1\/payment_methods\/\w+(\.json)?$/],
  ['client_token', 'POST', /^\/client_token$/],
  ['search', 'POST', /\/advanced_search(_ids)?$/],
  ['sale', 'POST', /^\/transactions$/],
  ['submit_for_settlement', '', /^\/transactions\/[^/]+\/submit_for_(partial_)?settlement$/],
  ['void', 'PUT', /^\/transactions\/[^/]+\/void$/],
  ['refund', 'POST', /^\/transactions\/[^/]+\/refund$/],
  ['find', 'GET', /^\/transactions\/[^/]+$/],
  ['vault', '', /^\/(client_api\/v1\/)?(customers|payment_methods|payment_method_nonces|verifications)\b/],
]

/** The operation that a request is; `any` where faults know no name for it. */
export function operationOf(method: string, path: string): Operation {
  const below = path.replace(/^\/merchants\/[^/]+/, '')
  const call = calls.find(([, only, shape]) => (only === '' || only === method) && shape.test(below))
  return call?.[0] ?? 'any'
}
