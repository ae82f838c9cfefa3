import type { EntryContext } from 'react-router'
import { expect, test } from 'vitest'
import { partOfRoutes } from './part-of-routes.server.ts'

const paths = { season: undefined, login: 'pages/login', event: 'pages/:kind/:id', staff: 'pages/staff' }
const manifest = {
  routes: Object.fromEntries([
    ['root', { id: 'root', path: '' }],
    ...Object.entries(paths).map(([id, path]) => [
      id,
      { id, parentId: 'root', ...(path ? { path } : { index: true }) },
    ]),
  ]),
}
const branches = Object.keys(paths).map((id) => ({
  routesMeta: ['root', id].map((of) => ({ route: { id: of } })),
}))

/** The routes that the page of this address is told of, by the two lists of them. */
function toldOf(pathname: string, id: string) {
  const matches = ['root', id].map((of) => ({ route: { id: of } }))
  const entry = { manifest, branches, staticHandlerContext: { matches, location: { pathname } } }
  const part = partOfRoutes(entry as unknown as EntryContext)
  return [Object.keys(part.manifest.routes), part.branches.map(({ routesMeta }) => routesMeta[1]?.route.id)]
}

test('a page is told of its own route and of those above it, and each page of its own', () => {
  expect(toldOf('/pages/staff', 'staff')).toEqual([
    ['root', 'season', 'staff'],
    ['season', 'staff'],
  ])
  expect(toldOf('/pages/clinic/7', 'event')).toEqual([
    ['root', 'season', 'event'],
    ['season', 'event'],
  ])
  expect(toldOf('/pages/staff/login', 'login')).toEqual([
    ['root', 'season', 'login', 'staff'],
    ['season', 'login', 'staff'],
  ])
})
