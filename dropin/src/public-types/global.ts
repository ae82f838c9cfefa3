import type dropinPart from '@courtside/dropin'

/**
 * What the scripts put on a page. It comes only to who asks for it: `@types/braintree-web` and
 * `@types/braintree-web-drop-in` declare the same names.
 */
declare global {
  namespace braintree {
    const dropin: typeof dropinPart
  }
}
