/** Who may import whom. Floors of web/app, from the ground up; import downward or sideways, never up. */
const floors = [
  ['platform', 'ui'],
  ['bot-check', 'mail'],
  ['people', 'events', 'payments', 'cart'],
  ['registrations', 'donations'],
  ['checkout', 'refunds'],
  ['history', 'leaving', 'season', 'demo', 'volunteer', 'policy'],
]

const upward = floors.slice(1).map((_, floor) => ({
  name: `floor-${floor + 1}-imports-no-higher`,
  comment: 'Import downward or sideways, never up (docs/decisions/0001-rooms-and-floors.md).',
  severity: 'error',
  from: { path: `^web/app/(${floors[floor].join('|')})/` },
  to: {
    path: `^web/app/(${floors
      .slice(floor + 1)
      .flat()
      .join('|')})/`,
  },
}))

module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'dropin-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^dropin/' },
      to: { path: '^(web|sandbox|e2e|bench)/' },
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
      from: { path: '^web/', pathNot: '^web/app/payments/braintree\\.(server|d)\\.ts$' },
      to: { path: 'node_modules/braintree/' },
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
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
