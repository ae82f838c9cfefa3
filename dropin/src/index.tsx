import stylesheet from './dropin.css?url&no-inline'
import { dropinOfModules } from './modules.ts'

export type * from './api/dropin.ts'
export { BraintreeError, DropinError } from './platform/errors.ts'

const dropin = dropinOfModules(stylesheet)

export const { create, VERSION } = dropin
export default dropin
