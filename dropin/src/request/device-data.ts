import { report } from '../gateway/analytics.ts'
import { clientOf, sdkVersion } from '../gateway/gateway.ts'
import { dispatch, type Running } from '../model/running.ts'
import type { Status } from '../model/state.ts'
import { scripts } from '../page/foreign-script.ts'
import { DropinError } from '../platform/errors.ts'
import { waits, within } from '../platform/waits.ts'

/** As the widget needs them: the page may have brought the original's. */
type Part = { create: (options: object) => Promise<Collector> }
type Collector = { getDeviceData: () => Promise<string>; teardown: () => Promise<void> }
type Page = { braintree?: { dataCollector?: Part } }

/**
 * Begins to collect data about the device, if the shop wants it. The widget waits a while for it, but appears without
 * it, too. Gives what is there by now, and how all of it ends.
 */
export function openDeviceData(running: Running) {
  const { options, ended } = running
  let deviceData: string | undefined
  let collector: Collector | undefined
  if (!options.dataCollector) return { read: () => undefined, close: async () => undefined }

  async function collect() {
    const created = await createCollector(running)
    if (ended.aborted) return await created.teardown()
    collector = created
    deviceData = await created.getDeviceData()
  }

  const collecting = collect()
  collecting.catch((problem) => tellFailure(running, problem))
  const late = () => new Error('Data about the device did not come in time.')
  settle('initializing')
  within(waits.collector, collecting, late).then(
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

/** By the part that the page has already, or by the widget's own file. */
async function createCollector({ options, gateway, loadCode }: Running) {
  const present = (globalThis as Page).braintree?.dataCollector
  const part = present ?? ((await loadCode('data-collector')) as Part)
  const client = { getConfiguration: () => clientOf(gateway), getVersion: () => sdkVersion }
  const own = typeof options.dataCollector === 'object' ? options.dataCollector : {}
  return await part.create({ ...own, client, nonce: options.nonce, scripts, useDeferredClient: true })
}

function tellFailure({ gateway, ended }: Running, problem: unknown) {
  if (ended.aborted) return
  report(gateway, 'data-collector.setup-failed')
  console.error(new DropinError('Data Collector failed to set up.', problem))
}
