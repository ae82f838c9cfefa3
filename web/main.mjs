// Serves the built site. Not bundled: `import.meta.url` here is the real place of `web/`.
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'

const root = fileURLToPath(new URL('.', import.meta.url))
process.chdir(root)
process.env.NODE_ENV ??= 'production'
const { createApp, openWorld, SettingsProblem } = await import('./build/server/index.js')

const end = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const world = await openWorld(root).catch((problem) => {
  if (problem instanceof SettingsProblem) end(problem.message)
  throw problem
})
const server = serve({ fetch: createApp(world).fetch, port: world.env.port, hostname: '::' }, () => {
  world.log.info({ url: world.env.siteUrl }, 'the site is up')
  process.send?.('ready')
})
server.on('error', (problem) => {
  if (problem.code === 'EADDRINUSE')
    end(`Port ${world.env.port} is in use. Stop what uses it, or set PORT to another number.`)
  throw problem
})

/** A payment under way may wait for the gateway that long. */
const patience = world.env.gateway.timeoutSeconds * 1000
let isEnding = false
// 'disconnect': the program that started this one is gone, and nobody else would end it.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'])
  process.on(event, () => {
    if (isEnding) return
    isEnding = true
    server.close(() => world.close().then(() => process.exit(0)))
    server.closeIdleConnections?.()
    setTimeout(() => server.closeAllConnections?.(), patience).unref()
  })
