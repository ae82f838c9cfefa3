import { provideLighthouse } from '../../scripts/provision/lighthouse.mjs'
import type { CartItem } from '../../web/app/registrations/cart.ts'
import { aPlayer, aSession } from '../../web/test/builders/builders.ts'
import { openGateway } from '../gateway/gateway-process.ts'
import { joinBrowser } from '../harness/browser.mjs'
import { atLeast, atMost, expectThat, median, title } from '../harness/report.ts'
import { copyDatabase, makeDatabase, openSite } from '../site.ts'
import { aHousehold, type Household } from './household.ts'

const runs = 5
const most = { seconds: 1.5, blocking: 50 }
const leastPerformance = 98

type Seen = { address: string; paintedAt: number; blocked: number; scores: Record<string, number> }

/** Largest contentful paint, blocking time and Lighthouse's scores on a slow phone. */
export async function measureFirstPaint() {
  title(`Lighthouse on a simulated slow phone, median of ${runs}`)
  const { url, db, close } = await makeDatabase('lighthouse')
  const gateway = await openGateway(await copyDatabase('template1', 'lighthouse_gateway'))
  const household = await aHousehold(db)
  await household.growTo(8)
  const site = await openSite(url, { GATEWAY_URL: gateway.url })
  const { event } = household
  const open = ['/', `/pages/${event.kind}/${event.id}`, '/pages/donate']
  for (const path of open) report(path, await visit(site.url + path), true)
  const player = await aPlayer(db, { accountId: household.accountId })
  const session = await aSession(db, { eventId: event.id, places: 8 })
  const items = [toCartItem(household, player, session)]
  for (const path of ['/pages/cart', '/pages/checkout', `/pages/order/success/${household.orderId}`])
    report(path, await visit(site.url + path, { token: household.token, items }), false)
  await site.close()
  await gateway.close()
  await close()
}

const toCartItem = (
  { accountId, event }: Household,
  player: { id: string; firstName: string; lastName: string },
  session: { id: number; number: number; startsOn: string; endsOn: string; description: string },
): CartItem => ({
  owner: accountId,
  event: { id: event.id, name: event.name, price: event.priceCents / 100, type: event.kind },
  player: { id: player.id, first_name: player.firstName, last_name: player.lastName },
  eventSession: {
    id: session.id,
    session_number: session.number,
    start_date: session.startsOn,
    end_date: session.endsOn,
    start_date_str: session.startsOn,
    end_date_str: session.endsOn,
    description: session.description,
  },
})

/** A new browser for each run, with the sign-in and the cart alone. */
async function visit(address: string, signedIn?: { token: string; items: CartItem[] }): Promise<Seen[]> {
  const { lighthouse, launch } = await provideLighthouse()
  const seen: Seen[] = []
  while (seen.length < runs) {
    const chrome = await launch({ chromePath: process.env.CHROMIUM, chromeFlags })
    const { port } = chrome
    if (signedIn) await signIn(port, new URL(address).origin, signedIn)
    const { lhr } = await lighthouse(address, {
      port,
      output: 'json',
      disableStorageReset: true,
      logLevel: 'error',
    })
    chrome.kill()
    if (lhr.runtimeError) continue // Lighthouse's trace failed.
    const { audits, categories, finalDisplayedUrl } = lhr
    const scores = Object.values(categories).map(({ id, score }) => [id, Math.round(score * 100)] as const)
    seen.push({
      address: finalDisplayedUrl,
      paintedAt: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
      blocked: audits['total-blocking-time']?.numericValue ?? Number.NaN,
      scores: Object.fromEntries(scores),
    })
  }
  return seen
}

const chromeFlags = ['--headless', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

async function signIn(port: number, origin: string, { token, items }: { token: string; items: CartItem[] }) {
  const browser = await joinBrowser(port)
  const [profile] = browser.contexts()
  if (!profile) throw new Error('Chromium has no profile.')
  await profile.addCookies([{ name: 'sign-in', value: token, url: origin }])
  const page = await profile.newPage()
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate((items) => localStorage.setItem('cart', JSON.stringify(items)), items)
  await page.close()
  await browser.close()
}

function report(path: string, seen: Seen[], isForAll: boolean) {
  const medianFor = (read: (each: Seen) => number) => median(seen.map(read))
  const painted = medianFor(({ paintedAt }) => paintedAt)
  const blocked = medianFor(({ blocked }) => blocked)
  expectThat(
    `${path} was reached`,
    seen.every(({ address }) => new URL(address).pathname === path),
  )
  atMost(
    1,
    `${path}, largest part painted`,
    painted / most.seconds,
    `${painted.toFixed(2)} s of ${most.seconds}`,
  )
  atMost(1, `${path}, blocked`, blocked / most.blocking, `${blocked.toFixed(0)} ms of ${most.blocking}`)
  const score = (name: string) => medianFor(({ scores }) => scores[name] ?? 0)
  const speed = score('performance')
  atLeast(leastPerformance, `${path}, performance`, speed, `${speed}`)
  const others = ['accessibility', 'best-practices', ...(isForAll ? ['seo'] : [])]
  const low = others.filter((name) => score(name) < 100).map((name) => `${name} ${score(name)}`)
  expectThat(`${path}: ${others.join(', ')} 100`, low.length === 0, low.join(', '))
}
