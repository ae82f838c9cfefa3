import { useEffect, useState, useSyncExternalStore } from 'react'
import { useToast } from './toast.tsx'

let pending = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  pending += by
  for (const tell of listeners) tell()
}

function listen(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export const useIsLoadingPart = () =>
  useSyncExternalStore(
    listen,
    () => pending > 0,
    () => false,
  )

/**
 * Loads code on first use. `bring` resolves to whether it is loaded; offline a toast says so, and it can be retried.
 */
export function useLazyPart<Part>(load: () => Promise<Part>) {
  const toast = useToast()
  const [part, setPart] = useState<Part>()
  async function bring(): Promise<boolean> {
    if (part) return true
    change(1)
    try {
      const loaded = await load()
      setPart(() => loaded)
      return true
    } catch (problem) {
      console.warn(problem)
      toast('We could not reach the site. Check your connection and try again.', { tone: 'bad', ms: 5000 })
      return false
    } finally {
      change(-1)
    }
  }
  return { part, bring }
}

/** Loads an optional part after the page; on failure the page does without. */
export function useDeferredPart<Part extends object>(
  load: () => Promise<Part>,
  isEnabled = true,
): Part | undefined {
  const [part, setPart] = useState<Part>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is loaded never changes
  useEffect(() => {
    if (isEnabled) load().then(setPart, () => undefined)
  }, [isEnabled])
  return part
}
