import { expect, test } from 'vitest'
import { supportsVenmo } from '../../src/ways-to-pay/venmo/payment/browser-support.ts'

const iosApp =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'
const chrome = 'Chrome/125.0.0.0 Mobile Safari/537.36'

const agents = {
  'Safari on iOS': `${iosApp} Version/17.5 Mobile/15E148 Safari/604.1`,
  'Chrome on iOS': `${iosApp} CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1`,
  'Firefox on iOS': `${iosApp} FxiOS/126.0 Mobile/15E148 Safari/605.1.15`,
  'an app on iOS': `${iosApp} Mobile/15E148`,
  'the Google app on iOS': `${iosApp} GSA/316.0 Mobile/15E148 Safari/604.1`,
  'Chrome on Android': `${android} ${chrome}`,
  'Firefox on Android': 'Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0',
  'Samsung Internet': `${android} SamsungBrowser/25.0 ${chrome}`,
  'Samsung Internet as on a computer':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0.0.0 Safari/537.36',
  'Facebook on Android': `${android} Version/4.0 ${chrome} [FB_IAB/FB4A;FBAV/465.0]`,
  'Instagram on Android': `${android} Version/4.0 ${chrome} Instagram 332.0 Android`,
  'an app on Android': `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 ${chrome}`,
  'Chrome on a computer': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/125.0.0.0 Safari/537.36',
  'Safari on a Mac': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15',
}

const noTab = { allowNewBrowserTab: false }
const noApps = { allowWebviews: false }

test.each([
  ['Safari on iOS', {}, true],
  ['Safari on iOS', noTab, true],
  ['Chrome on iOS', {}, true],
  ['Chrome on iOS', noTab, false],
  ['Firefox on iOS', {}, true],
  ['Firefox on iOS', noTab, false],
  ['an app on iOS', {}, true],
  ['an app on iOS', noApps, false],
  ['an app on iOS', noTab, false],
  ['the Google app on iOS', {}, true],
  ['the Google app on iOS', noApps, false],
  ['Chrome on Android', {}, true],
  ['Chrome on Android', { ...noTab, ...noApps }, true],
  ['Firefox on Android', {}, true],
  ['Firefox on Android', noTab, false],
  ['an app on Android', {}, true],
  ['an app on Android', noApps, false],
  ['an app on Android', noTab, false],
] as const)('Venmo in %s with %o: %s (L6.14 L6.18 L6.20 L6.21)', (name, allowed, is) => {
  const browser = { userAgent: agents[name], touchPoints: 0, isInFrame: false }
  expect(supportsVenmo(browser, allowed as { allowDesktop?: boolean })).toBe(is)
})

test.each([
  ['Samsung Internet', {}, false],
  ['Samsung Internet as on a computer', { allowDesktop: true }, false],
  ['Facebook on Android', {}, false],
  ['Instagram on Android', {}, false],
  ['Chrome on a computer', {}, false],
  ['Chrome on a computer', { allowDesktop: true }, true],
  ['Chrome on a computer', { allowDesktopWebLogin: true }, true],
  ['Chrome on a computer', { allowDesktop: 'yes' }, false],
  ['Safari on a Mac', {}, false],
] as const)('Venmo in %s with %o: %s (L6.16 L6.17 L6.19)', (name, allowed, is) => {
  const browser = { userAgent: agents[name], touchPoints: 0, isInFrame: false }
  expect(supportsVenmo(browser, allowed as { allowDesktop?: boolean })).toBe(is)
})

test('Chrome on iOS has no way back into a frame; the others have (L6.15)', () => {
  const inFrame = (name: keyof typeof agents) =>
    supportsVenmo({ userAgent: agents[name], touchPoints: 5, isInFrame: true })
  expect(inFrame('Chrome on iOS')).toBe(false)
  expect(inFrame('Safari on iOS')).toBe(true)
  expect(inFrame('Chrome on Android')).toBe(true)
})

test('an iPad that says it is a Mac is none: it has a touch screen', () => {
  const browser = { userAgent: agents['Safari on a Mac'], touchPoints: 5, isInFrame: false }
  expect(supportsVenmo(browser)).toBe(true)
})
