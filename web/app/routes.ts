import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** The site map. */
export default [
  index('events/season.route.tsx'),
  ...prefix('pages', [route(':kind/:id', 'registrations/event.route.tsx')]),
] satisfies RouteConfig
