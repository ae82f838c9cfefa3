import { DropinError } from '../platform/errors.ts'
import { waits } from '../platform/waits.ts'
import { type ContainerOptions, findContainer } from './container.ts'

/**
 * Rejects when the signal is aborted, or when the container left the page for longer than one task, as after a
 * navigation.
 */
export function whenAborted(options: ContainerOptions & { signal?: AbortSignal }, over: AbortSignal) {
  const { signal } = options
  return new Promise<never>((_, reject) => {
    let element: Element | undefined
    const isRemoved = () => element?.isConnected === false
    function rejectIfRemoved() {
      const reason = new Error('The container has left the page.')
      if (isRemoved()) reject(new DropinError('There was an error creating Drop-in.', reason))
    }
    function look() {
      const found = findContainer(options)
      if (found?.isConnected) element ??= found
      if (isRemoved()) setTimeout(rejectIfRemoved)
    }
    look()
    const poll = setInterval(look, waits.dependencyPoll)
    over.addEventListener('abort', () => clearInterval(poll))
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: over })
  })
}
