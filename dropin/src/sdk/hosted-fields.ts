import { sdkVersion } from '../gateway/gateway.ts'
import { create as createOnPage } from '../hosted-fields/component.ts'
import type Published from '../public-types/hosted-fields.ts'

export type * from '../public-types/hosted-fields.ts'

const hostedFields = {
  // Options are validated on use: pages need no types of ours.
  create: createOnPage as typeof Published.create,
  supportsInputFormatting: () => true,
  VERSION: sdkVersion,
}

export const { create, supportsInputFormatting, VERSION } = hostedFields
export default hostedFields
