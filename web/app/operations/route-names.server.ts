import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** The route's pattern, such as `/pages/:kind/:id`: addresses may hold ids, and have no bounded number. */
export function createRouteNamer({ routes }: Pick<ServerBuild, 'routes'>): (c: Context) => string {
  const map = toRouteTree(routes, undefined)
  return (c) => {
    const path = routePath(c)
    return path === '/*' ? pageName(map, c.req.path) : path
  }
}

function toRouteTree(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: toRouteTree(routes, id) }]
  })
}

/** Also for single-fetch `.data` requests. */
function pageName(map: RouteObject[], path: string): string {
  const page = path.replace(/(\/_root|\/_)?\.data$/, '') || '/'
  const parts = matchRoutes(map, page)?.flatMap(({ route }) => route.path?.replace(/^\//, '') || []) ?? ['*']
  return `/${parts.join('/')}`
}
