import { sdkVersion } from '../gateway/gateway.ts'
import { create as createOnPage } from '../hosted-fields/component.ts'
import type Published from '../public-types/hosted-fields.ts'

export type * from '../public-types/hosted-fields.ts'

const hostedFields = {
  // What pages may write is checked as it is used: they need no types of ours.
  create: createOnPage as typeof Published.create,
  supportsInputFormatting: () => true,
  VERSION: sdkVersion,
}

export const { create, supportsInputFormatting, VERSION } = hostedFields
export default hostedFields
