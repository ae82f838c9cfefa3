// The script for pages without a build: `window.braintree.dropin`.
export { create, VERSION } from './index.tsx'
