import type { Configuration } from '../gateway/configuration.ts'
import { type Scripts, scripts } from '../merchant-page/third-party-script.ts'
import { withCallback } from '../platform/callback.ts'
import { BraintreeError, calledAfterTeardown } from '../platform/errors.ts'
import { beginLifetime, type Lifetime } from '../platform/life.ts'
import { joinFraudnet } from './fraudnet.ts'
import { openKount } from './kount.ts'

export type DataCollectorOptions = {
  kount?: boolean
  riskCorrelationId?: string
  clientMetadataId?: string
  correlationId?: string
  useDeferredClient?: boolean
  nonce?: string
  /** The widget's, if it collects by this module. */
  scripts?: Scripts
}

type DeviceData = {
  correlation_id?: string
  device_session_id?: string
  fraud_merchant_id?: string
}

type Open = () => Promise<{ configuration: Configuration; leave: () => void }>

/** Device data for fraud detection; sales send it as `deviceData`. */
export async function createCollector(options: DataCollectorOptions, open: Open): Promise<DataCollector> {
  const life = beginLifetime()
  const collecting = collect(options, open, life)
  const collector = { ...methods(collecting, life), deviceData: '', rawDeviceData: {} }
  const ready = collecting.then(
    (data) => Object.assign(collector, { deviceData: JSON.stringify(data), rawDeviceData: data }),
    async (problem) => {
      await life.end()
      throw problem
    },
  )
  if (!options.useDeferredClient) return await ready
  ready.catch(() => undefined) // reported by getDeviceData
  return collector
}

export type DataCollector = ReturnType<typeof methods> & { deviceData: string; rawDeviceData: DeviceData }

function methods(collecting: Promise<DeviceData>, life: Lifetime) {
  return {
    getDeviceData: withCallback(async ({ raw = false }: { raw?: boolean } = {}) => {
      if (life.ended.aborted) throw calledAfterTeardown('getDeviceData')
      const data = await collecting
      return raw ? data : JSON.stringify(data)
    }),
    teardown: withCallback(async () => {
      await life.end()
    }),
  }
}

async function collect(options: DataCollectorOptions, open: Open, life: Lifetime): Promise<DeviceData> {
  const { configuration, leave } = await open()
  if (life.ended.aborted) leave()
  life.ended.throwIfAborted()
  life.atEnd(leave)
  const kount = options.kount === true ? openKount(configuration) : undefined
  if (kount) life.atEnd(kount.leave)
  const { riskCorrelationId, clientMetadataId, correlationId, nonce } = options
  const id = riskCorrelationId || clientMetadataId || correlationId
  const fraudnet = joinFraudnet(configuration, options.scripts ?? scripts, { id, nonce })
  life.atEnd(fraudnet.leave)
  try {
    return { ...kount?.data, correlation_id: await fraudnet.id }
  } catch (problem) {
    if (kount) return kount.data
    throw noData(problem)
  }
}

function noData(problem: unknown) {
  return new BraintreeError({
    code: 'DATA_COLLECTOR_REQUIRES_CREATE_OPTIONS',
    type: 'MERCHANT',
    message: 'Neither PayPal nor Kount could be told of this device.',
    details: { originalError: problem },
  })
}
