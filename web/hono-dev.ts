import { join, sep } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite'
import { SettingsProblem } from './app/platform/settings/env.server.ts'
import { readSettings } from './app/platform/settings/saved-settings.server.ts'
import type { World } from './server.ts'

const root = join(import.meta.dirname, '..')
const widget = join(root, 'dropin') + sep
/** What the gateway serves of it: no module of the site leads there. */
const cardFrames = join(widget, 'dist')

/** One world a process: it survives module reloads and restarts of the development server. */
const kept = globalThis as { courtside?: Promise<World> }

const end = (sentence: string) => {
  console.error(sentence)
  process.exit(1)
}

/** Answers every request of `npm run dev` with the same Hono app that production serves. */
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
          const { createApp, openWorld } = await serverOf(vite)
          kept.courtside ??= openWorld()
          const app = createApp(await kept.courtside)
          await getRequestListener(app.fetch, { overrideGlobalObjects: false })(req, res)
        } catch (problem) {
          next(problem)
        }
      })
    }
  },
  // A widget that is open keeps the code that it began with: the page is asked for again.
  hotUpdate({ file }) {
    if (!join(file).startsWith(widget)) return
    this.environment.hot.send({ type: 'full-reload' })
    return []
  },
})

const serverOf = ({ environments }: ViteDevServer): Promise<typeof import('./server.ts')> =>
  (environments.ssr as RunnableDevEnvironment).runner.import('/server.ts')

/** As in production the world is opened at the start, and what it cannot be opened with ends the start. */
async function open(vite: ViteDevServer) {
  const { openWorld, SettingsProblem, tellStart } = await serverOf(vite)
  try {
    kept.courtside ??= openWorld()
    process.send?.(await tellStart(await kept.courtside))
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
