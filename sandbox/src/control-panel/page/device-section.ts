import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { html } from 'hono/html'
import type { Gateway } from '../../platform/gateway.ts'
import { listDeviceSessions } from '../../third-party-services/device-data.ts'
import { transactions } from '../../transactions/transactions.tables.ts'
import { moment } from './frame.ts'

const most = 8
const mostSales = 200

/** Latest sessions of data collectors for any merchant, and the merchant's sales that name them. */
export async function readDevices(gateway: Gateway) {
  const sessions = await listDeviceSessions(gateway, most)
  if (!sessions.length) return []
  const sales = await gateway.db
    .select({ id: transactions.id, details: transactions.details })
    .from(transactions)
    .where(and(eq(transactions.merchantId, gateway.merchant.id), isNotNull(transactions.details)))
    .orderBy(desc(transactions.number))
    .limit(mostSales)
  return sessions.map((session) => ({
    ...session,
    sales: sales.flatMap(({ id, details }) => (details.deviceData?.includes(session.id) ? [id] : [])),
  }))
}

export function deviceSection(devices: Awaited<ReturnType<typeof readDevices>>) {
  return html`<section class="section" id="devices" aria-labelledby="devices-title">
    <h2 id="devices-title">Device data</h2>
    ${devices.length ? '' : html`<p>None yet. What data collectors on merchants’ pages tell arrives here.</p>`}
    ${devices.map(
      ({ id, collector, source, site, createdAt, sales }) => html`<article class="letter">
        <h3><code>${id}</code></h3>
        <p class="quiet">${collector} ${source} · ${site ?? 'an unknown site'} · ${moment(createdAt)}</p>
        <p>${sales.length ? html`Named by the sale ${sales.map((sale) => html`<code>${sale}</code> `)}` : 'Named by no sale.'}</p>
      </article>`,
    )}
  </section>`
}
