import { createDropin } from './create.tsx'
import { VERSION } from './gateway/gateway.ts'
import type { CreateOptions } from './merchant-options/create-options.ts'
import type { Assets } from './merchant-page/assets.ts'
import { withCallback } from './platform/callback.ts'
import { BraintreeError, DropinError } from './platform/errors.ts'
import type Published from './public-types/dropin.ts'
import type { Dropin, Options } from './public-types/dropin.ts'

/** The public API; each entry point provides its own assets. */
export function createApi(assets: () => Assets[] | undefined): typeof Published {
  // Options are validated on use: pages need no types of ours.
  const create = withCallback(async (options: Options) => {
    const made: object = await createDropin(options as CreateOptions, assets())
    return made as Dropin
  })
  return { create: create as typeof Published.create, VERSION, BraintreeError, DropinError }
}
