/**
 * Who may import whom. The floors of a house, from the ground up; import downward or sideways, never up. What stands
 * above all floors (a house's own files) may import everything.
 */
const houses = require('./floors.json')

/** A room may have rooms and files on a floor below its own. */
const within = (house, rooms) =>
  `^${house}/(${rooms.join('|').replaceAll('.', '\\.').replaceAll('*', '[^/]+')})(/|$)`

const upward = Object.entries(houses).flatMap(([house, floors]) =>
  floors.slice(1).map((_, floor) => ({
    name: `${house}-floor-${floor + 1}-imports-no-higher`,
    comment: 'Import downward or sideways, never up (docs/decisions/0001-rooms-and-floors.md).',
    severity: 'error',
    from: { path: within(house, floors[floor]) },
    to: {
      path: within(house, floors.slice(floor + 1).flat()),
      pathNot: within(house, floors.slice(0, floor + 1).flat()),
    },
  })),
)

const unplaced = Object.entries(houses).map(([house, floors]) => ({
  name: `${house}-room-without-a-floor`,
  severity: 'error',
  from: { path: `^${house}/[^/]+/`, pathNot: within(house, floors.flat()) },
  to: {},
}))

module.exports = {
  forbidden: [
    ...upward,
    ...unplaced,
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circle-of-types-in-a-house',
      severity: 'error',
      from: { path: '^(web/app|sandbox|dropin/src)/', pathNot: '\\+types' },
      to: { circular: true },
    },
    {
      name: 'dropin-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^dropin/' },
      to: { path: '^(web|sandbox|e2e|bench)/' },
    },
    {
      name: 'page-and-frames-meet-in-what-they-agreed-on',
      comment: 'What both need stands in dropin/agreed, which knows neither.',
      severity: 'error',
      from: { path: '^dropin/(src|frames|agreed)/' },
      to: { path: '^dropin/(src|frames)/', pathNot: '^dropin/$1/' },
    },
    {
      name: 'sandbox-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(web|dropin|e2e|bench)/' },
    },
    {
      name: 'web-enters-dropin-by-its-door',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^dropin/', pathNot: '^dropin/src/index\\.tsx$' },
    },
    { name: 'web-knows-no-sandbox', severity: 'error', from: { path: '^web/' }, to: { path: '^sandbox/' } },
    {
      name: 'braintree-in-one-file',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/app/payments/gateway/braintree\\.(server|d)\\.ts$' },
      to: { path: 'node_modules/braintree/' },
    },
    {
      name: 'no-request-starts-a-program',
      comment:
        'Nothing that a visitor sends can reach a shell (docs/asvs.md, 1.2.5); what copies backups is of a command alone.',
      severity: 'error',
      from: { path: '^web/(app/|[^/]+$)', pathNot: ['\\.test\\.tsx?$', '^web/copy-backup\\.ts$'] },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'no-tables-and-no-schemas-in-browsers',
      comment:
        'Drizzle and Zod are larger than a page. Of a route the build takes away what its loader and action import.',
      severity: 'error',
      from: { path: '^web/app/.*\\.tsx?$', pathNot: '\\.(server|tables|schema|route|test)\\.tsx?$' },
      to: { path: '\\.tables\\.ts$|node_modules/(zod|drizzle-orm)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-missing',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '\\+types', '\\?'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|\\.react-router|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['courtside', 'import', 'types', 'default'],
    },
  },
}
