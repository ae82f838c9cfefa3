import { html } from 'hono/html'
import { currency } from '../platform/gateway.ts'
import type { Merchant } from '../platform/merchants.ts'
import { printAmount } from '../platform/money.ts'
import { printInstant } from '../platform/xml.ts'
import type { Transaction } from '../transactions/transactions.ts'
import { describeMeans } from '../vault/means.ts'
import type { listFaults } from './faults.ts'

type Fault = Awaited<ReturnType<typeof listFaults>>[number]

/** The page at `/`: what happened here lately, and what is set to go wrong. */
export function controlPage(merchant: Merchant, transactions: Transaction[], faults: Fault[]) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Card gateway sandbox</title>
  <link rel="stylesheet" href="/control/page.css">
</head>
<body>
  <header>
    <h1>Card gateway sandbox</h1>
    <p>Merchant <strong>${merchant.id}</strong>. No money moves here.</p>
  </header>
  <main>
    <h2>Faults on demand</h2>
    ${faults.length ? faultTable(faults) : html`<p>None: every call is answered as it should be.</p>`}
    <p class="quiet">Set them with <code>PUT /control/faults</code>; sandbox/README.md says how.</p>
    <h2>Latest transactions</h2>
    ${transactions.length ? transactionTable(transactions) : html`<p>No transaction yet.</p>`}
  </main>
</body>
</html>`
}

function faultTable(faults: Fault[]) {
  return html`<div class="wide"><table>
    <thead><tr><th>Call</th><th>When</th><th>What happens</th><th>Hits</th></tr></thead>
    <tbody>${faults.map(
      (fault) => html`<tr>
        <td>${fault.operation}</td>
        <td>${fault.when === 'before' ? 'before the work' : 'after the work'}</td>
        <td>${faultWords(fault)}</td>
        <td>${fault.hits}${fault.times === undefined ? '' : ` of ${fault.times}`}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
}

function faultWords({ act, milliseconds, latency, status, content }: Fault): string {
  if (act === 'delay') return milliseconds ? `waits ${milliseconds} ms` : `waits (${latency?.distribution})`
  if (act === 'answer') return `answers ${status}`
  if (act === 'garble') return `spoils the answer (${content})`
  return { drop: 'drops the connection', hang: 'never answers', random: 'something, by lot' }[act]
}

function transactionTable(transactions: Transaction[]) {
  return html`<div class="wide"><table>
    <thead>
      <tr><th>Id</th><th>Time (UTC)</th><th>Type</th><th>Order</th><th>Card</th><th>Status</th><th>Amount</th></tr>
    </thead>
    <tbody>${transactions.map(
      (row) => html`<tr>
        <td><code>${row.id}</code></td>
        <td>${printInstant(row.createdAt).replace('T', ' ').replace('Z', '')}</td>
        <td>${row.type}${row.refundedTransactionId ? html` of <code>${row.refundedTransactionId}</code>` : ''}</td>
        <td>${row.orderId ?? '–'}</td>
        <td>${describeMeans(row.means)}</td>
        <td>${row.status.replaceAll('_', ' ')}</td>
        <td class="amount">${printAmount(row.amountCents)} ${currency}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
}

export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(oklch(1 0 0), oklch(0.19 0.018 168));
  --ink: light-dark(oklch(0.24 0.034 168), oklch(0.955 0.012 155));
  --ink-2: light-dark(oklch(0.445 0.026 168), oklch(0.785 0.022 160));
  --line: light-dark(oklch(0.885 0.012 162), oklch(0.345 0.024 166));
  --surround: light-dark(oklch(0.315 0.058 163), oklch(0.275 0.048 164));
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header { padding: 1.5rem max(1rem, 4vw); background: var(--surround); color: oklch(1 0 0); }
h1, header p { margin: 0; }
h1, h2 { line-height: 1.1; font-weight: 800; }
h2 { margin: 2rem 0 0.75rem; padding-top: 0.75rem; border-top: 4px solid var(--ink); }
main { padding: 0 max(1rem, 4vw) 3rem; }
.quiet { color: var(--ink-2); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: start; white-space: nowrap; }
th { color: var(--ink-2); font-weight: 600; }
th:last-child, td:last-child { padding-right: 0; text-align: end; }
`
