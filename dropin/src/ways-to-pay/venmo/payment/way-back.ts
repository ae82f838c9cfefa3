import { waits } from '../../../platform/waits.ts'
import { type AppResult, readAppResult } from './app-link.ts'

export const toldResult = () => readAppResult(window.location.hash)

/** Waits for the app's result, or for the page's return to the foreground and a moment longer. */
export function whenBack(resultDelay: number, left: AbortSignal) {
  const over = new AbortController()
  const { signal } = over
  const back = new Promise<AppResult | undefined>((resolve, reject) => {
    let late: ReturnType<typeof setTimeout> | undefined
    function hear() {
      const result = toldResult()
      if (result) resolve(result)
    }
    function look() {
      clearTimeout(late)
      if (!document.hidden) late = setTimeout(() => resolve(toldResult()), resultDelay)
    }
    window.addEventListener('hashchange', hear, { signal })
    // The page may stay visible while the app opens.
    const leaving = setTimeout(
      () => document.addEventListener('visibilitychange', look, { signal }),
      waits.venmoLeaving,
    )
    left.addEventListener('abort', () => reject(left.reason), { signal })
    signal.addEventListener('abort', () => {
      clearTimeout(leaving)
      clearTimeout(late)
    })
  })
  return back.finally(() => over.abort())
}

/** Removes the app's result from the address, and restores the previous fragment. */
export function clearResult(hash: string) {
  const { pathname, search } = window.location
  window.history.pushState({}, '', pathname + search + hash)
}
