import { createCollector } from '../data-collector/data-collector.ts'
import { sdkVersion, toClientConfiguration } from '../gateway/gateway.ts'
import { scripts } from '../merchant-page/third-party-script.ts'
import type { Running } from '../model/running.ts'

/** The page may have loaded Braintree's own module. */
type Part = { create: (options: object) => Promise<Collector> }
export type Collector = { getDeviceData: () => Promise<unknown>; teardown: () => Promise<void> }
type Page = { braintree?: { dataCollector?: Part } }

export async function loadCollector({ options, gateway }: Running): Promise<Collector> {
  const settings = typeof options.dataCollector === 'object' ? options.dataCollector : {}
  const collectorOptions = { ...settings, nonce: options.nonce, scripts, useDeferredClient: true }
  const present = (globalThis as Page).braintree?.dataCollector
  if (!present) {
    const { configuration } = gateway
    return await createCollector(collectorOptions, async () => ({ configuration, leave: () => undefined }))
  }
  const client = { getConfiguration: () => toClientConfiguration(gateway), getVersion: () => sdkVersion }
  return await present.create({ ...collectorOptions, client })
}
