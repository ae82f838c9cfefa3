import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** Names the route that answered, such as `/pages/:kind/:id`: never an address, which may hold ids. */
export function routeNamesOf({ routes }: Pick<ServerBuild, 'routes'>): (c: Context) => string {
  const map = childrenOf(routes, undefined)
  return (c) => {
    const path = routePath(c)
    return path === '/*' ? pageName(map, c.req.path) : path
  }
}

function childrenOf(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }]
  })
}

/** Also of the part of a page that its script asks for. */
function pageName(map: RouteObject[], path: string): string {
  const page = path.replace(/(\/_root|\/_)?\.data$/, '') || '/'
  const parts = matchRoutes(map, page)?.flatMap(({ route }) => route.path?.replace(/^\//, '') || []) ?? ['*']
  return `/${parts.join('/')}`
}
