import type { PartOptions } from './client.ts'

export type DeviceData = {
  correlation_id?: string | undefined
  device_session_id?: string | undefined
  fraud_merchant_id?: string | undefined
}

export type DataCollectorOptions = PartOptions & {
  /** Only `true` loads Kount, where the gateway has it. */
  kount?: boolean | undefined
  /** PayPal collects in any case. */
  paypal?: boolean | undefined
  /** A session id of your own. */
  riskCorrelationId?: string | undefined
  /** Former names of `riskCorrelationId`. */
  clientMetadataId?: string | undefined
  correlationId?: string | undefined
  /** Returns the collector at once; `getDeviceData` then waits for the data. */
  useDeferredClient?: boolean | undefined
  /** The page's nonce for scripts, of its Content-Security-Policy. */
  nonce?: string | undefined
}

type Callback<Result> = (error: Error | null, result?: Result) => void

/** After teardown its methods fail with the BraintreeError METHOD_CALLED_AFTER_TEARDOWN. */
export type DataCollector = {
  /** JSON for a sale's `deviceData`. */
  deviceData: string
  rawDeviceData: DeviceData
  getDeviceData(options: { raw: true }): Promise<DeviceData>
  getDeviceData(options?: { raw?: false | undefined }): Promise<string>
  getDeviceData(callback: Callback<string>): void
  teardown(): Promise<void>
  teardown(callback: Callback<void>): void
}

/** Collects device data for fraud detection. Fails with a BraintreeError if neither service can be reached. */
export declare function create(options: DataCollectorOptions): Promise<DataCollector>
export declare function create(options: DataCollectorOptions, callback: Callback<DataCollector>): void

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const dataCollector: { create: typeof create; VERSION: string }
export default dataCollector
