import { data, type RouterContextProvider, type ServerBuild } from 'react-router'
import { pageGuardContext } from '#platform/contexts.server.ts'
import { Refusal, refuse } from '#platform/refusal.ts'

type Routes = ServerBuild['routes']
type Context = Readonly<RouterContextProvider>
type Module = NonNullable<Routes[string]>['module']

/** Wraps the routes: a refusal of a loader, action or guard becomes the page of its status, or a file's plain text. */
export function withRefusalPages(routes: Routes): Routes {
  const layouts = new Set(Object.values(routes).map((route) => route?.parentId))
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      route && { ...route, module: refusingModule(route.module, layouts.has(id)) },
    ]),
  )
}

function refusingModule(module: Module, isLayout: boolean): Module {
  const { loader, action, middleware } = module
  const isFile = !module.default
  const pageIn = ({ context }: { context: Context }) => (isLayout ? undefined : context)
  return {
    ...module,
    loader: loader && ((args) => answered(() => loader(args), isFile, pageIn(args))),
    action: action && ((args) => answered(() => action(args), isFile, pageIn(args))),
    middleware: middleware?.map((step) => (args, next) => answered(() => step(args, next), isFile)),
  }
}

async function answered<T>(work: () => T, isFile: boolean, page?: Context): Promise<Awaited<T>> {
  try {
    page?.get(pageGuardContext)()
    return await work()
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const { message, status } = problem
    throw isFile ? new Response(message, { status }) : data(message, status)
  }
}

export const rowId = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : refuse('not-found'))

export const yearId = (text: string) => (/^2\d{3}$/.test(text) ? Number(text) : refuse('not-found'))

export const plainId = (text: string) => (/^[\w-]{1,100}$/.test(text) ? text : refuse('not-found'))

export const uuid = (text: string) => (isUuid(text) ? text : refuse('not-found'))

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
export const isUuid = (text: string) => uuidShape.test(text)
