import { getRequestListener } from '@hono/node-server'
import type { Plugin, RunnableDevEnvironment } from 'vite'
import type { World } from './server.ts'

/** One world a process: it survives module reloads and restarts of the development server. */
const kept = globalThis as { courtside?: Promise<World> }

/** Answers every request of `npm run dev` with the same Hono app that production serves. */
export const honoDev = (): Plugin => ({
  name: 'hono-dev',
  apply: 'serve',
  configureServer: (vite) => () => {
    vite.middlewares.use(async (req, res, next) => {
      req.url = req.originalUrl
      try {
        const { runner } = vite.environments.ssr as RunnableDevEnvironment
        const { createApp, openWorld } = await runner.import('/server.ts')
        kept.courtside ??= openWorld()
        const app = createApp(await kept.courtside)
        await getRequestListener(app.fetch, { overrideGlobalObjects: false })(req, res)
      } catch (problem) {
        next(problem)
      }
    })
  },
})
