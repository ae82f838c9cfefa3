import type { ClientConfiguration } from '../gateway/client.ts'
import { createCollector, type DataCollectorOptions } from './data-collector.ts'

type Options = DataCollectorOptions & { client: { getConfiguration: () => ClientConfiguration } }

/** As a widget collects, which has a client: the file that it loads knows nothing of how one is made. */
export function create(options: Options) {
  const { gatewayConfiguration: configuration } = options.client.getConfiguration()
  return createCollector(options, async () => ({ configuration, leave: () => undefined }))
}
