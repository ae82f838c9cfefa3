import type dropinPart from './dropin.ts'

/**
 * Global names of the scripts. Opt-in, since `@types/braintree-web` and `@types/braintree-web-drop-in` declare the same
 * names.
 */
declare global {
  namespace braintree {
    const dropin: typeof dropinPart
  }
}
