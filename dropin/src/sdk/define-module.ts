import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { withCallback } from '../platform/callback.ts'
import { calledAfterTeardown } from '../platform/errors.ts'

export type ModuleContext = ReturnType<typeof createContext>

/**
 * Wraps `open` into `create`, and adds `teardown`. With `useDeferredClient` the named `methods` exist at once and wait
 * for the gateway.
 */
export function defineModule<Options extends PartOptions & { useDeferredClient?: boolean }>(
  open: (context: ModuleContext, options: Options) => object | Promise<object>,
  methods?: readonly string[],
) {
  async function make(options: Options) {
    const { leave, ...opened } = await gatewayFor(options)
    const ending = new AbortController()
    ending.signal.addEventListener('abort', leave)
    try {
      const part = await open(createContext(opened, ending.signal), options)
      return Object.assign(part, { teardown: withCallback(async () => ending.abort()) })
    } catch (problem) {
      ending.abort()
      throw problem
    }
  }
  return withCallback(async (options: Options) =>
    methods && options?.useDeferredClient && options.authorization
      ? deferred(make(options), methods)
      : await make(options),
  )
}

/** Its methods reject if the gateway cannot be opened. */
function deferred(making: Promise<object>, methods: readonly string[]) {
  const call = (name: string) =>
    withCallback(async (...args: unknown[]) => Reflect.get(await making, name)(...args))
  const part = {
    ...Object.fromEntries(methods.map((name) => [name, call(name)])),
    teardown: withCallback(() =>
      making.then(
        (made) => Reflect.get(made, 'teardown')(),
        () => undefined,
      ),
    ),
  }
  const complete = (made: object) =>
    Object.defineProperties(part, {
      ...Object.getOwnPropertyDescriptors(made),
      ...Object.getOwnPropertyDescriptors(part),
    })
  making.then(complete, () => undefined)
  return part
}

function createContext(opened: Omit<Awaited<ReturnType<typeof gatewayFor>>, 'leave'>, ended: AbortSignal) {
  function check(name: string) {
    if (ended.aborted) throw calledAfterTeardown(name)
  }
  return {
    ...opened,
    ended,
    check,
    /** A method that fails after teardown, and takes a callback. */
    method: <Args extends unknown[], Result>(
      name: string,
      work: (...args: Args) => Result | Promise<Result>,
    ) =>
      withCallback(async (...args: Args): Promise<Result> => {
        check(name)
        return await work(...args)
      }),
  }
}
