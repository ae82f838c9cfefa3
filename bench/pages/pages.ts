import siteMap from '../../web/app/routes.ts'
import { expectThat, note, title } from '../harness/report.ts'
import { openTap, type Tap } from '../harness/tap.ts'
import { makeDatabase, openSite } from '../site.ts'
import { aHousehold, type Household } from './household.ts'

const sizes = { few: 5, many: 200 }
/** `null`: no page, or equal to another. */
const addresses: Record<string, ((household: Household) => string) | null> = {
  '/pages/:kind/:id': ({ event }) => `/pages/${event.kind}/${event.id}`,
  '/pages/confirm/:token?': () => '/pages/confirm/none',
  '/pages/confirm-email/:token?': () => '/pages/confirm-email/none',
  '/pages/reset-password/:token?': () => '/pages/reset-password/none',
  '/pages/family-players/:playerId': ({ cash }) => `/pages/family-players/${cash.playerId}`,
  '/pages/family-players/:playerId/delete': ({ cash }) => `/pages/family-players/${cash.playerId}/delete`,
  '/pages/order/success/:id': ({ orderId }) => `/pages/order/success/${orderId}`,
  '/pages/registration-history': ({ year }) => `/pages/registration-history?year=${year}`,
  '/pages/registration-history/calendar': ({ year }) => `/pages/registration-history/calendar?year=${year}`,
  '/pages/invoice/unpaid-invoice/:userId/:year': ({ accountId, year }) =>
    `/pages/invoice/unpaid-invoice/${accountId}/${year}`,
  '/pages/invoice/receipt/:userId/:transactionId': ({ accountId, transactionId }) =>
    `/pages/invoice/receipt/${accountId}/${transactionId}`,
  '/pages/invoice/cash-receipt/:eventId/:eventType/:registrationId/:personId/:userId': (household) => {
    const { event, cash, accountId } = household
    return `/pages/invoice/cash-receipt/${event.id}/${event.kind}/${cash.registrationId}/${cash.playerId}/${accountId}`
  },
  '/pages/donate/success/:id': ({ giftId }) => `/pages/donate/success/${giftId}`,
  '/pages/donate/receipt/:id': ({ giftId }) => `/pages/donate/receipt/${giftId}`,
  '/development/mail/:id?': () => '/development/mail',
  '/development/mail/:id/html': () => '/development/mail/1/html',
  '/development/mail/:id/pdf/:index': null,
  '/pages/staff/:id/picture/:version': null,
  '/pages/picture/:name/:width/:type': null,
  '/invoice/*': null,
  '/*': () => '/nothing-here',
}

type Route = { path?: string; index?: boolean; children?: Route[] }
type Seen = { statements: number; status: number; bytes: number }

/** Statements of each page of the site map, which must not grow with the rows. */
export async function countQueries() {
  title(`Statements of each page, with ${sizes.few} and with ${sizes.many} rows to show`)
  const { url, db, close } = await makeDatabase('pages')
  const household = await aHousehold(db)
  const tap = await openTap(url)
  const site = await openSite(tap.url)
  const paths = listPaths(siteMap)
  const measure = async (size: number) => {
    await household.growTo(size)
    return visitAll(paths, site.url, tap, household)
  }
  const [few, many] = [await measure(sizes.few), await measure(sizes.many)]
  await site.close()
  tap.close()
  await close()
  const grown: string[] = []
  for (const [page, before] of few) {
    const after = many.get(page) ?? before
    if (after.statements > before.statements) grown.push(page)
    const counts = `${before.statements} and ${after.statements}`.padStart(9)
    const weight = `${kilobytes(before)} and ${kilobytes(after)} KB`
    note(`${counts}  ${page}  (${before.status}, ${weight})`)
  }
  const unmeasured = paths.filter((path) => path.includes(':') && addresses[path] === undefined)
  if (unmeasured.length > 0)
    note(`not measured, since bench/pages/pages.ts has no address for it: ${unmeasured.join(', ')}`)
  expectThat('no page takes more statements when it shows more rows', grown.length === 0, grown.join(', '))
}

const kilobytes = ({ bytes }: Seen) => (bytes / 1000).toFixed(0)

function listPaths(routes: Route[], above = ''): string[] {
  return routes.flatMap(({ path, index, children }) => {
    const here = path ? `${above}/${path}` : above
    if (children) return listPaths(children, here)
    return index || path ? [here || '/'] : []
  })
}

async function visitAll(paths: string[], siteUrl: string, tap: Tap, household: Household) {
  const seen = new Map<string, Seen>()
  for (const path of paths) {
    const address = path.includes(':') || path in addresses ? addresses[path]?.(household) : path
    if (!address) continue
    seen.set(`${path}, anonymous`, await visit(tap, siteUrl + address))
    seen.set(`${path}, signed in`, await visit(tap, siteUrl + address, `sign-in=${household.token}`))
  }
  return seen
}

/** The second visit counts, with warm caches. */
async function visit(tap: Tap, url: string, cookie = ''): Promise<Seen> {
  await (await fetch(url, { headers: { Cookie: cookie }, redirect: 'manual' })).arrayBuffer()
  tap.take()
  const answer = await fetch(url, { headers: { Cookie: cookie }, redirect: 'manual' })
  const { byteLength } = await answer.arrayBuffer()
  if (answer.status >= 500) throw new Error(`${url} was answered ${answer.status}.`)
  return { statements: tap.take().length, status: answer.status, bytes: byteLength }
}
