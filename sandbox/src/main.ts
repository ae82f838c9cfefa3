import { createServer, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { deleteOldRows } from './control-panel/retention.ts'
import { setFaults } from './fault-injection/faults.ts'
import { defaultGateway, upsertConfiguredMerchant } from './merchant-access/merchants.ts'
import { BadRequest } from './platform/http/requests.ts'
import { BadSetting, readSettings, type Settings } from './platform/settings.ts'
import { openStorage } from './platform/storage/storage.ts'
import { startDelivery } from './webhook-delivery/delivery.ts'

const patience = 5000
const hour = 60 * 60 * 1000

try {
  await start(readSettings(process.env))
} catch (problem) {
  if (!(problem instanceof BadSetting)) throw problem
  console.error(problem.message)
  process.exit(1)
}

async function start(settings: Settings) {
  const { close, ...storage } = await openStorage(settings)
  const sandbox = { ...storage, settings }
  await upsertConfiguredMerchant(sandbox)
  const gateway = await defaultGateway(sandbox)
  if (settings.faults !== undefined) await setFaults(gateway, { faults: settings.faults }).catch(refuseFaults)
  await deleteOldRows(sandbox)
  setInterval(() => deleteOldRows(sandbox).catch(reportProblem), hour).unref()
  const app = createApp(sandbox)
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  server.on('error', (problem: NodeJS.ErrnoException) => {
    const taken = `The port ${settings.port} is in use: stop the other program, or set SANDBOX_PORT to a free one.`
    console.error(problem.code === 'EADDRINUSE' ? taken : problem.message)
    process.exit(1)
  })
  server.listen(settings.port, settings.host, () => {
    if (process.send) process.send('ready')
    else console.log(`The sandbox gateway is at ${settings.origin}`)
  })
  const endDelivery = startDelivery(sandbox)
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= Promise.all([endCalls(server), endDelivery()]).then(close)
    return ended
  }
  // 'disconnect': the parent process is gone, and nobody else would end this one. Each signal may come twice.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) {
    process.on(signal, async () => {
      await end()
      process.exit(0)
    })
  }
}

function reportProblem(problem: Error): void {
  console.error('Old rows were not removed:', problem.message)
}

function refuseFaults(cause: unknown): never {
  if (!(cause instanceof BadRequest)) throw cause
  throw new BadSetting(`The setting SANDBOX_MERCHANT.faults is wrong: ${cause.message}`, { cause })
}

async function endCalls(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  await Promise.race([closed, wait(patience)])
  server.closeAllConnections()
}
