import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { either } from '../platform/callback.ts'
import { calledAfterTeardown } from '../platform/errors.ts'

/** What the methods of a part of the SDK are made with. */
export type Means = ReturnType<typeof meansOf>

/** Makes a part of the SDK of a gateway: what `open` gives, and `teardown`, after which nothing of it works. */
export function partOf<Options extends PartOptions>(
  open: (means: Means, options: Options) => object | Promise<object>,
) {
  return either(async (options: Options) => {
    const { leave, ...opened } = await gatewayFor(options)
    const ending = new AbortController()
    ending.signal.addEventListener('abort', leave)
    try {
      const methods = await open(meansOf(opened, ending.signal), options)
      return Object.assign(methods, { teardown: either(async () => ending.abort()) })
    } catch (problem) {
      ending.abort()
      throw problem
    }
  })
}

function meansOf(opened: Omit<Awaited<ReturnType<typeof gatewayFor>>, 'leave'>, ended: AbortSignal) {
  function check(name: string) {
    if (ended.aborted) throw calledAfterTeardown(name)
  }
  return {
    ...opened,
    ended,
    check,
    /** A method by this name, which takes a callback, too. */
    method: <Given extends unknown[], Result>(
      name: string,
      work: (...given: Given) => Result | Promise<Result>,
    ) =>
      either(async (...given: Given): Promise<Result> => {
        check(name)
        return await work(...given)
      }),
  }
}
