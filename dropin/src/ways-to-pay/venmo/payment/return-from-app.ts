import { waits } from '../../../platform/waits.ts'
import { type AppResult, readAppResult } from './app-link.ts'

export const appResult = () => readAppResult(window.location.hash)

/** Waits for the app's result, or for the page's return to the foreground and a moment longer. */
export function whenBack(resultDelay: number, canceled: AbortSignal) {
  const over = new AbortController()
  const { signal } = over
  const back = new Promise<AppResult | undefined>((resolve, reject) => {
    let late: ReturnType<typeof setTimeout> | undefined
    function checkHash() {
      const result = appResult()
      if (result) resolve(result)
    }
    function look() {
      clearTimeout(late)
      if (!document.hidden) late = setTimeout(() => resolve(appResult()), resultDelay)
    }
    window.addEventListener('hashchange', checkHash, { signal })
    // The page may stay visible while the app opens.
    const leaving = setTimeout(
      () => document.addEventListener('visibilitychange', look, { signal }),
      waits.venmoLeaving,
    )
    canceled.addEventListener('abort', () => reject(canceled.reason), { signal })
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
