import type { VenmoOptions } from '../../../public-types/venmo.ts'

export type Browser = { userAgent: string; touchPoints: number; isInFrame: boolean }

export function thisBrowser(): Browser {
  const { userAgent, maxTouchPoints } = navigator
  return { userAgent, touchPoints: maxTouchPoints, isInFrame: window.self !== window.top }
}

/** An iPad claims to be a Mac, but has a touch screen. */
export const isIos = ({ userAgent, touchPoints }: Browser) =>
  /iPhone|iPod|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
const isAndroid = ({ userAgent }: Browser) => /Android/.test(userAgent)
export const isDesktop = (browser: Browser) => !isIos(browser) && !isAndroid(browser)

type Allowed = Pick<
  VenmoOptions,
  'allowNewBrowserTab' | 'allowWebviews' | 'allowDesktop' | 'allowDesktopWebLogin'
>

/** Whether this browser can open Venmo and return. */
export function supportsVenmo(browser: Browser, allowed: Allowed = {}) {
  const { allowNewBrowserTab = true, allowWebviews = true, allowDesktop, allowDesktopWebLogin } = allowed
  const { userAgent, isInFrame } = browser
  // In desktop mode, Samsung's browser claims to be a computer.
  if (/SamsungBrowser/.test(userAgent)) return false
  if (isDesktop(browser)) return allowDesktop === true || allowDesktopWebLogin === true
  if (isAndroid(browser) && /FB_IAB|FBAN|FBAV|Instagram/.test(userAgent)) return false
  if (isIos(browser) && /CriOS/.test(userAgent) && (!allowNewBrowserTab || isInFrame)) return false
  if (!allowWebviews && isWebview(browser)) return false
  return allowNewBrowserTab || isUsualBrowser(browser)
}

export function isWebview(browser: Browser) {
  const { userAgent } = browser
  if (isIos(browser)) return /GSA\//.test(userAgent) || !/Safari\//.test(userAgent)
  return isAndroid(browser) && /; wv\)|Version\/[\d.]+ (Mobile )?Chrome/.test(userAgent)
}

/** Safari or Chrome, to which the app can return. */
function isUsualBrowser(browser: Browser) {
  const { userAgent } = browser
  if (isWebview(browser)) return false
  if (isIos(browser)) return !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|YaBrowser/.test(userAgent)
  return /Chrome\//.test(userAgent) && !/OPR\/|EdgA\/|Firefox|DuckDuckGo|YaBrowser/.test(userAgent)
}
