import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app.ts'
import { BadSetting, readSettings, type Settings } from './settings.ts'
import { openStorage } from './storage.ts'

try {
  await start(readSettings(process.env))
} catch (problem) {
  if (!(problem instanceof BadSetting)) throw problem
  console.error(problem.message)
  process.exit(1)
}

async function start(settings: Settings) {
  const { close, ...storage } = await openStorage(settings)
  const app = createApp({ ...storage, settings })
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
  server.on('error', (problem: NodeJS.ErrnoException) => {
    const taken = `The port ${settings.port} is in use: stop the other program, or set SANDBOX_PORT to a free one.`
    console.error(problem.code === 'EADDRINUSE' ? taken : problem.message)
    process.exit(1)
  })
  server.listen(settings.port, settings.host, () =>
    console.log(`The sandbox gateway is at ${settings.origin}`),
  )
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.close(async () => {
        await close()
        process.exit(0)
      })
    })
  }
}
