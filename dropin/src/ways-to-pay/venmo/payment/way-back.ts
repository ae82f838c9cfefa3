import { waits } from '../../../platform/waits.ts'
import { type AppResult, readAppResult } from './app-link.ts'

/** What the app has told this page in its address, if it has. */
export const toldResult = () => readAppResult(window.location.hash)

/**
 * Waits for a payer who has gone to the app: it tells the page how it went, or the page is seen again and, a moment
 * later, nothing is told.
 */
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
    // The page may still be seen while the app opens.
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

/** Takes what the app told off the page's address, which gets back what stood there behind `#`. */
export function clearResult(hash: string) {
  const { pathname, search } = window.location
  window.history.pushState({}, '', pathname + search + hash)
}
