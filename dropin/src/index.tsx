import { createBundledApi } from './bundled-api.ts'
import stylesheet from './dropin.css?url&no-inline'

export { BraintreeError, DropinError } from './platform/errors.ts'
export type * from './public-types/dropin.ts'

const dropin = createBundledApi(stylesheet)

export const { create, VERSION } = dropin
export default dropin
