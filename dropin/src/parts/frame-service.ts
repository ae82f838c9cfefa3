import type Published from '../api/frame-service.ts'
import { type FrameServiceOptions, openFrameService } from '../frame-service/frame-service.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'

export type * from '../api/frame-service.ts'

async function createFrameService(options?: PartOptions & FrameServiceOptions) {
  const { gateway, leave } = await gatewayFor(options)
  const guard = openGuard()
  try {
    const service = await openFrameService(gateway.configuration.assetsUrl, options)
    return {
      open: either(async (address?: string) => {
        guard.check('open')
        return await service.open(address)
      }),
      redirect: service.redirect,
      focus: service.focus,
      close: service.close,
      isFrameClosed: service.isFrameClosed,
      teardown: either(async () =>
        guard.end(() => {
          service.teardown()
          leave()
        }),
      ),
    }
  } catch (problem) {
    leave()
    throw problem
  }
}

const made: object = { create: either(createFrameService), VERSION: sdkVersion }
const frameService = made as typeof Published

export const { create, VERSION } = frameService
export default frameService
