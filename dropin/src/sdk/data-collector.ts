import { createCollector, type DataCollectorOptions } from '../data-collector/data-collector.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import { withCallback } from '../platform/callback.ts'
import type Published from '../public-types/data-collector.ts'

export type * from '../public-types/data-collector.ts'

async function createDataCollector(options: DataCollectorOptions & PartOptions = {}) {
  return await createCollector(options, async () => {
    const { gateway, leave } = await gatewayFor(options)
    return { configuration: gateway.configuration, leave }
  })
}

const dataCollector = { create: withCallback(createDataCollector), VERSION: sdkVersion } as typeof Published

export const { create, VERSION } = dataCollector
export default dataCollector
