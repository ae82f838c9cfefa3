import { useEffect, useState, useSyncExternalStore } from 'react'
import { useToast } from './toast.tsx'

let coming = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  coming += by
  for (const tell of listeners) tell()
}

function listen(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Whether a late part is on its way, for the line at the top. */
export const useIsLate = () =>
  useSyncExternalStore(
    listen,
    () => coming > 0,
    () => false,
  )

/**
 * A part of the page whose code is fetched when it is first wanted, such as a dialog. `bring` answers whether it is
 * there; where the network is away a toast says so, the page stays, and the next `bring` tries again.
 */
export function useLate<Part>(load: () => Promise<Part>) {
  const toast = useToast()
  const [part, setPart] = useState<Part>()
  async function bring(): Promise<boolean> {
    if (part) return true
    change(1)
    try {
      const come = await load()
      setPart(() => come)
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

/** A part of the page that comes after it, once it is wanted; where it does not come, the page does without. */
export function usePart<Part extends object>(load: () => Promise<Part>, isWanted = true): Part | undefined {
  const [part, setPart] = useState<Part>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is loaded never changes
  useEffect(() => {
    if (isWanted) load().then(setPart, () => undefined)
  }, [isWanted])
  return part
}
