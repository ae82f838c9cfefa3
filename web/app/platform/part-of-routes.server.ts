import { type EntryContext, matchRoutes, type RouteObject } from 'react-router'

type Part = Pick<EntryContext, 'manifest' | 'branches'>
const parts = new WeakMap<EntryContext['manifest'], Map<string, Part>>()

/**
 * Of all routes those of this page and of the addresses above it, which its script is told of: React Router makes routes
 * of what it is given, and looks through them, for each page anew.
 */
export function partOfRoutes(entry: EntryContext): Part {
  const ofPages = parts.get(entry.manifest) ?? new Map<string, Part>()
  parts.set(entry.manifest, ofPages)
  const page = entry.staticHandlerContext.matches.at(-1)?.route.id ?? ''
  const part = ofPages.get(page) ?? partFor(entry)
  ofPages.set(page, part)
  return part
}

function partFor({ manifest, branches, staticHandlerContext: { matches, location } }: EntryContext): Part {
  const tree = treeOf(manifest.routes)
  const above = pathsAbove(location.pathname).flatMap((path) => matchRoutes(tree, path) ?? [])
  const ids = new Set([...matches, ...above].map(({ route }) => route.id ?? ''))
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id)))
  return {
    manifest: { ...manifest, routes },
    branches: branches.filter(({ routesMeta }) => routesMeta.every(({ route }) => ids.has(route.id))),
  }
}

function treeOf(routes: EntryContext['manifest']['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: treeOf(routes, id) }]
  })
}

/** '/', '/pages' and '/pages/clinic' of '/pages/clinic/7'. */
function pathsAbove(path: string): string[] {
  const steps = path.split('/').filter(Boolean)
  return steps.map((_, at) => `/${steps.slice(0, at).join('/')}`)
}
