import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type ServerBuild, UNSAFE_withComponentProps as withProps } from 'react-router'
import type { World } from '#platform/contexts.server.ts'
import * as entry from '../../app/entry.server.tsx'
import * as root from '../../app/root.tsx'
import config from '../../react-router.config.ts'
import { buildSite } from '../../site.ts'

const files = import.meta.glob<Module>('../../app/**/*.route.{ts,tsx}')
type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']
type Page = Parameters<typeof withProps>[0]

/** The whole site as it answers a browser that asks it by the name `at` for a path; `init` as for fetch. */
export async function aSite(world: World, routes: RouteConfigEntry[], at = world.env.siteUrl) {
  const site = buildSite(world, await builtOf(routes))
  const socket = { remoteAddress: '192.0.2.7', remotePort: 50_000, remoteFamily: 'IPv4' }
  return async (path: string, init: RequestInit = {}): Promise<Response> =>
    site.request(at + path, init, { incoming: { socket } })
}

/** The same on a port of this machine, for what only a real connection does. */
export async function aServedSite(world: World, routes: RouteConfigEntry[]) {
  const site = buildSite(world, await builtOf(routes))
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const close = () => new Promise((closed) => server.close(closed))
  const handled = site.routes.map(({ method, path }) => `${method} ${path}`)
  return { port: (server.address() as AddressInfo).port, close, handled }
}

/** What the build makes of the site map, without the browser's part. */
async function builtOf(routes: RouteConfigEntry[]): Promise<ServerBuild> {
  const served = Object.fromEntries(await entriesOf(routes, 'root'))
  const all: Routes = { root: { id: 'root', path: '', module: root as Module }, ...served }
  const shown = Object.values(all).map((route) => [route?.id, { ...route, ...browserPart(route?.module) }])
  return {
    entry: { module: entry as ServerBuild['entry']['module'] },
    routes: all,
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(shown),
      url: '/manifest.js',
      version: 'test',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: config.future as ServerBuild['future'],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }
}

async function entriesOf(routes: RouteConfigEntry[], parentId: string): Promise<[string, Routes[string]][]> {
  const entries = routes.map(async ({ file, path, index, children = [], id = file }) => {
    const module = await files[`../../app/${file}`]?.()
    if (!module) throw new Error(`There is no ${file}.`)
    const page = module.default && withProps(module.default as Page)
    const route = { id, parentId, path, index, module: { ...module, default: page } } as NonNullable<
      Routes[string]
    >
    return [[id, route] as [string, Routes[string]], ...(await entriesOf(children, id))]
  })
  return (await Promise.all(entries)).flat()
}

const browserPart = (module: Module | undefined) => ({
  module: '/page.js',
  hasAction: Boolean(module?.action),
  hasLoader: Boolean(module?.loader),
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: Boolean(module?.ErrorBoundary),
})
