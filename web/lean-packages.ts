import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

/** What packages have for sites unlike this one, by file: functions, and objects of methods, that this site never calls. */
export const neverCalled = {
  'react-router/dist/production/': [
    // Somebody watches every loader and action.
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    // Components that the server alone runs.
    'RSCErrorHandler',
    'RSCPrefetchPageLinksImpl',
    'decodeRedirectErrorDigest',
    'decodeRouteErrorResponseDigest',
    // A site without a server, and modules that are exchanged while they run.
    'nonSsrStrategy',
    'wrapShouldRevalidateForHdr',
    'createClientRoutesWithHMRRevalidationOptOut',
    // A root without an error page of its own.
    'DefaultErrorComponent',
  ],
  'react-dom/cjs/react-dom-client.production.js': [
    // <ViewTransition>
    'startViewTransition',
    'flushAfterMutationEffects',
    'applyViewTransitionToHostInstancesRecursive',
    'measureViewTransitionHostInstancesRecursive',
    'createViewTransitionInstance',
    // <SuspenseList>, <Activity>
    'updateSuspenseListComponent',
    'updateActivityComponent',
    // useActionState(…), useFormState(…)
    'mountActionState',
    'updateActionState',
    'rerenderActionState',
    // <Fragment ref={…}>
    'FragmentInstance.prototype',
    // <link precedence="…"> and <style precedence="…">
    'insertStylesheet',
    'preloadStylesheet',
    'suspendResource',
    'insertStylesheetIntoRoot',
    // preload(…), preinit(…), preconnect(…)
    'preload',
    'preloadModule',
    'preinitStyle',
    'preinitScript',
    'preinitModuleScript',
    'preconnectAs',
  ],
}

const files = Object.keys(neverCalled) as (keyof typeof neverCalled)[]

/** Browsers get React and React Router without that and without words for developers. */
export function leanPackages(): Plugin {
  const leftOut = new Set<string>()
  return {
    name: 'lean-packages',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    // React Router's exports name its development build alone.
    async resolveId(source, importer, options) {
      if (source !== 'react-router' && source !== 'react-router/dom') return
      const module = await this.resolve(source, importer, { ...options, skipSelf: true })
      return module?.id.replace('/dist/development/', '/dist/production/')
    },
    transform(code, id) {
      const file = files.find((file) => id.includes(file))
      if (!file) return
      const lean = leanCode(code, neverCalled[file])
      for (const name of lean.leftOut) leftOut.add(name)
      return { code: lean.code, map: { mappings: '' } }
    },
    buildEnd(problem) {
      const gone = Object.values(neverCalled)
        .flat()
        .filter((name) => !leftOut.has(name))
      if (!problem && gone.length > 0) this.error(`No ${gone.join(', ')} any more: see web/lean-packages.ts.`)
    },
  }
}

type Cut = { start: number; end: number; put: string }

/** The code without what is never called, and without warnings, the words of checks and the names of components. */
export function leanCode(code: string, never: string[]): { code: string; leftOut: string[] } {
  const cuts: Cut[] = []
  const leftOut: string[] = []
  const cut = ({ start, end }: ESTree.Span, put = '') => cuts.push({ start, end, put })
  new Visitor({
    FunctionDeclaration({ id, body }) {
      if (!id || !body || !never.includes(id.name)) return
      leftOut.push(id.name)
      cut(body, `{ throw Error('${id.name}') }`)
    },
    ExpressionStatement(statement) {
      const { expression } = statement
      const [owner, property] = placeOf(expression, code)
      if (owner && never.includes(owner)) leftOut.push(owner)
      else if (property !== 'displayName' && !isCall(expression, /^(warning|warningOnce|warnOnce)$/)) return
      cut(statement, ';')
    },
    CallExpression(call) {
      const [checked] = call.arguments
      if (checked && isCall(call, /^invariant2?$/)) cut({ start: checked.end, end: call.end - 1 })
    },
    VariableDeclarator({ init }) {
      if (init && isCall(init, /^(forwardRef|createContext|memo)$/))
        cut({ start: init.start, end: init.start }, '/* @__PURE__ */ ')
    },
  }).visit(parseAst(code))
  return { code: withCuts(code, cuts), leftOut }
}

/** `owner.property = …` */
function placeOf(expression: ESTree.Expression, code: string): [owner?: string, property?: string] {
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return []
  const { object, property } = expression.left
  return [code.slice(object.start, object.end), code.slice(property.start, property.end)]
}

/** `name(…)` or `React.name(…)` */
function isCall(expression: ESTree.Expression, name: RegExp): boolean {
  if (expression.type !== 'CallExpression') return false
  const { callee } = expression
  const called = callee.type === 'MemberExpression' ? callee.property : callee
  return called.type === 'Identifier' && name.test(called.name)
}

/** From the end on, so that what stands before keeps its place; what lies in another cut goes with it. */
const withCuts = (code: string, cuts: Cut[]) =>
  cuts
    .filter((inner) => !cuts.some((outer) => outer !== inner && holds(outer, inner)))
    .sort((one, other) => other.start - one.start)
    .reduce((rest, { start, end, put }) => rest.slice(0, start) + put + rest.slice(end), code)

const holds = (outer: Cut, inner: Cut) => outer.start <= inner.start && inner.end <= outer.end
