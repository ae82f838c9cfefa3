import { report } from '../gateway/analytics.ts'
import { dispatch, type Running } from '../model/running.ts'
import type { Status } from '../model/state.ts'
import { DropinError } from '../platform/errors.ts'
import { waits, withTimeout } from '../platform/waits.ts'
import type * as code from './load-collector.ts'

/**
 * Starts collecting device data, if enabled. The widget waits for a while, but also appears without. Returns the data
 * collected so far, and the cleanup.
 */
export function openDeviceData(running: Running) {
  const { options, ended } = running
  let deviceData: string | undefined
  let collector: code.Collector | undefined
  if (!options.dataCollector) return { read: () => undefined, close: async () => undefined }

  async function collect() {
    const { loadCollector: collectorFor } = (await running.loadCode('data-collector')) as typeof code
    const created = await collectorFor(running)
    if (ended.aborted) return await created.teardown()
    collector = created
    deviceData = `${await created.getDeviceData()}`
  }

  const collecting = collect()
  collecting.catch((problem) => logFailure(running, problem))
  const late = () => new Error('Data about the device did not come in time.')
  settle('initializing')
  withTimeout(waits.collector, collecting, late).then(
    () => settle('done'),
    () => settle('failed'),
  )
  return {
    read: () => deviceData,
    async close() {
      try {
        await collector?.teardown()
      } catch (problem) {
        throw new DropinError('Drop-in errored tearing down Data Collector.', problem)
      }
    },
  }

  function settle(status: Status) {
    dispatch(running, { type: 'dependency-settled', dependency: 'dataCollector', status })
  }
}

function logFailure({ gateway, ended }: Running, problem: unknown) {
  if (ended.aborted) return
  report(gateway, 'data-collector.setup-failed')
  console.error(new DropinError('Data Collector failed to set up.', problem))
}
