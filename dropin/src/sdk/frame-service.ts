import { type FrameServiceOptions, openFrameService } from '../frame-service/frame-service.ts'
import type { PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import type Published from '../public-types/frame-service.ts'
import { defineModule } from './define-module.ts'

export type * from '../public-types/frame-service.ts'

const made: object = {
  create: defineModule(async ({ gateway, ended, method }, options: PartOptions & FrameServiceOptions) => {
    const { assetsUrl } = gateway.configuration
    const { open, redirect, focus, close, isFrameClosed } = await openFrameService(assetsUrl, options, ended)
    return { open: method('open', open), redirect, focus, close, isFrameClosed }
  }),
  VERSION: sdkVersion,
}
const frameService = made as typeof Published

export const { create, VERSION } = frameService
export default frameService
