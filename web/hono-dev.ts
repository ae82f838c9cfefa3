import { join, sep } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite'
import { SettingsProblem } from './app/platform/settings/env.server.ts'
import { readSettings } from './app/platform/settings/saved-settings.server.ts'
import type { World } from './server.ts'

const root = join(import.meta.dirname, '..')
const widget = join(root, 'dropin') + sep
/** The gateway serves it: no module of the site imports it. */
const cardFrames = join(widget, 'dist')

/** One world per process: it survives module reloads and restarts of the development server. */
const globals = globalThis as { courtside?: Promise<World> }

const end = (sentence: string) => {
  console.error(sentence)
  process.exit(1)
}

/** `npm run dev` answers with production's Hono app. */
export const honoDev = (): Plugin => ({
  name: 'hono-dev',
  apply: 'serve',
  config: () => ({ server: { port: settings().port, strictPort: true } }),
  configureServer: (vite) => {
    vite.watcher.add(cardFrames)
    vite.httpServer?.once('listening', () => open(vite))
    vite.httpServer?.on('error', tellPortInUse)
    return () => {
      vite.middlewares.use(async (req, res, next) => {
        req.url = req.originalUrl
        try {
          const { createApp, openWorld } = await importServer(vite)
          globals.courtside ??= openWorld()
          const app = createApp(await globals.courtside)
          await getRequestListener(app.fetch, { overrideGlobalObjects: false })(req, res)
        } catch (problem) {
          next(problem)
        }
      })
    }
  },
  // An open widget keeps its code: the page must reload.
  hotUpdate({ file }) {
    if (!join(file).startsWith(widget)) return
    this.environment.hot.send({ type: 'full-reload' })
    return []
  },
})

const importServer = ({ environments }: ViteDevServer): Promise<typeof import('./server.ts')> =>
  (environments.ssr as RunnableDevEnvironment).runner.import('/server.ts')

/** As in production, a world that cannot be opened ends the start. */
async function open(vite: ViteDevServer) {
  const { openWorld, SettingsProblem, tellStart } = await importServer(vite)
  try {
    globals.courtside ??= openWorld()
    process.send?.(await tellStart(await globals.courtside))
    process.send?.('ready')
  } catch (problem) {
    if (problem instanceof SettingsProblem) end(problem.message)
    throw problem
  }
}

function settings() {
  try {
    return readSettings(process.env, root)
  } catch (problem) {
    if (problem instanceof SettingsProblem) end(problem.message)
    throw problem
  }
}

function tellPortInUse(problem: NodeJS.ErrnoException) {
  if (problem.code === 'EADDRINUSE')
    end(`Port ${settings().port} is in use. Stop what uses it, or set PORT to another number.`)
}
