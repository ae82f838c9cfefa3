import type { Configuration } from '../gateway/configuration.ts'
import { leaveGateway, openGateway, sdkVersion } from '../gateway/gateway.ts'
import { type Scripts, scripts } from '../page/foreign-script.ts'
import { either } from '../platform/callback.ts'
import { BraintreeError, calledAfterTeardown } from '../platform/errors.ts'
import { beginLife, type Life } from '../platform/life.ts'
import { joinFraudnet } from './fraudnet.ts'
import { openKount } from './kount.ts'

export const VERSION = sdkVersion

export type Client = { getConfiguration: () => { gatewayConfiguration: Configuration } }

export type DataCollectorOptions = {
  client?: Client
  /** A client token or a tokenization key, in place of a client. */
  authorization?: string
  /** Only `true` tells Kount, where the gateway has it. */
  kount?: boolean
  /** A name of the shop's own for the session. */
  riskCorrelationId?: string
  /** Gives the collector at once; `getDeviceData` then waits. */
  useDeferredClient?: boolean
  /** Base address of the gateway for tokenization keys that begin with `development_`. */
  gatewayUrl?: string
  /** The page's nonce for scripts. */
  nonce?: string
  /** Those of the widget that collects by this part. */
  scripts?: Scripts
}

export type DeviceData = {
  correlation_id?: string
  device_session_id?: string
  fraud_merchant_id?: string
}

/** Collects data about this device for those who watch for fraud; the sale names it by `deviceData`. */
export const create = either(async (options: DataCollectorOptions): Promise<DataCollector> => {
  const life = beginLife()
  const collecting = collect(options, life)
  const collector = { ...methods(collecting, life), deviceData: '', rawDeviceData: {} }
  const ready = collecting.then(
    (data) => Object.assign(collector, { deviceData: JSON.stringify(data), rawDeviceData: data }),
    async (problem) => {
      await life.end()
      throw problem
    },
  )
  if (!options.useDeferredClient) return await ready
  ready.catch(() => undefined) // told by getDeviceData
  return collector
})

export type DataCollector = ReturnType<typeof methods> & { deviceData: string; rawDeviceData: DeviceData }

function methods(collecting: Promise<DeviceData>, life: Life) {
  function guard(method: string) {
    if (life.ended.aborted) throw calledAfterTeardown(method)
  }
  return {
    getDeviceData: either(async ({ raw = false }: { raw?: boolean } = {}) => {
      guard('getDeviceData')
      const data = await collecting
      return raw ? data : JSON.stringify(data)
    }),
    teardown: either(async () => {
      guard('teardown')
      await life.end()
    }),
  }
}

async function collect(options: DataCollectorOptions, life: Life): Promise<DeviceData> {
  const configuration = await configurationOf(options, life)
  life.ended.throwIfAborted()
  const kount = options.kount === true ? openKount(configuration) : undefined
  if (kount) life.atEnd(kount.leave)
  const { riskCorrelationId: own, nonce } = options
  const fraudnet = joinFraudnet(configuration, options.scripts ?? scripts, { own, nonce })
  life.atEnd(fraudnet.leave)
  try {
    return { ...kount?.data, correlation_id: await fraudnet.id }
  } catch (problem) {
    if (kount) return kount.data
    throw noData(problem)
  }
}

async function configurationOf({ client, authorization, gatewayUrl }: DataCollectorOptions, life: Life) {
  if (client) return client.getConfiguration().gatewayConfiguration
  if (!authorization) throw optionMissing()
  life.atEnd(() => leaveGateway(authorization))
  return (await openGateway(authorization, gatewayUrl)).configuration
}

function optionMissing() {
  return new BraintreeError({
    code: 'INSTANTIATION_OPTION_REQUIRED',
    type: 'MERCHANT',
    message: 'The data collector needs options.client or options.authorization.',
  })
}

function noData(problem: unknown) {
  return new BraintreeError({
    code: 'DATA_COLLECTOR_REQUIRES_CREATE_OPTIONS',
    type: 'MERCHANT',
    message: 'Neither PayPal nor Kount could be told of this device.',
    details: { originalError: problem },
  })
}
