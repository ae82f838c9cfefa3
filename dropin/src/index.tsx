import stylesheet from './dropin.css?url&no-inline'
import { dropinOfModules } from './modules.ts'

export { BraintreeError, DropinError } from './platform/errors.ts'
export type * from './public-types/dropin.ts'

const dropin = dropinOfModules(stylesheet)

export const { create, VERSION } = dropin
export default dropin
