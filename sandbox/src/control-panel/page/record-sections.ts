import { html } from 'hono/html'
import { describeMeans } from '../../payment-instruments/means.ts'
import { printAmount } from '../../platform/money.ts'
import type { Merchant } from '../../platform/platform.tables.ts'
import { type Ending, endingsFor } from '../../transaction-api/transaction-moves.ts'
import type { Transaction } from '../../transactions/transactions.ts'
import type { Webhook } from '../../webhook-outbox/webhooks.ts'
import { declineReason } from './decline-reason.ts'
import { posts } from './forms.ts'
import { chip, type Markup, moment, type Tone } from './frame.ts'
import { type List, pageLinks, rangeLabel } from './paging.ts'
import { panelForms } from './panel-forms.ts'
import type { Records } from './records.ts'

export function transactionSection({ id }: Merchant, records: Records) {
  return section(
    { list: 'transactions', merchantId: id, records },
    table(
      ['Transaction', 'Paid with', 'Status', 'Amount'],
      records.transactions.map(
        (row) => html`<tr>
          <td><code>${row.id}</code><div class="quiet">${moment(row.createdAt)} · ${kindLabel(row)}</div></td>
          <td>${describeMeans(row.means)}</td>
          <td>${chip(toneFor(row), row.status.replaceAll('_', ' '))}
            ${toneFor(row) === 'bad' ? html`<div class="quiet">${declineReason(row)}</div>` : ''}
            ${endForm(row)}${panelForms(row, records.disputes.get(row.id) ?? [])}</td>
          <td class="amount ${row.type === 'credit' ? 'back' : ''}">${printAmount(row.amountCents)} ${row.currency}</td>
        </tr>`,
      ),
    ),
    'Nothing has been sold yet.',
  )
}

export function customerSection({ id: merchantId }: Merchant, records: Records) {
  return section(
    { list: 'customers', merchantId, records },
    table(
      ['Customer', 'E-mail', 'Since', 'Saved methods'],
      records.customers.map(
        ({ id, firstName, lastName, company, email, createdAt, methods }) => html`<tr>
          <td>${[firstName, lastName].filter(Boolean).join(' ') || company || 'No name'}
            <div class="quiet"><code>${id}</code></div></td>
          <td>${email ?? '–'}</td>
          <td>${moment(createdAt)}</td>
          <td class="amount">${methods}<span class="on-phones"> saved</span></td>
        </tr>`,
      ),
    ),
    'No customer is kept yet.',
  )
}

export function webhookSection(merchant: Merchant, records: Records) {
  const none = merchant.webhookUrl
    ? 'Nothing had to be told yet.'
    : 'There is no address for webhooks: set one under “Keys and settings”.'
  return section(
    { list: 'webhooks', merchantId: merchant.id, records },
    table(
      ['Notification', 'Subject', 'Delivery', 'Tries'],
      records.webhooks.map(
        (row) => html`<tr>
          <td>${row.kind.replaceAll('_', ' ')}<div class="quiet">${moment(row.createdAt)}</div></td>
          <td>${row.subject} <code>${row.subjectId}</code></td>
          <td>${deliveryChip(row)}<div class="quiet">${row.lastAnswer ?? ''}</div>
            ${row.dueAt ? '' : resendForm(row)}</td>
          <td class="amount">${row.tries}<span class="on-phones"> ${row.tries === 1 ? 'try' : 'tries'}</span></td>
        </tr>`,
      ),
    ),
    none,
  )
}

/** `none` is the text for an empty list. */
function section(
  { list, merchantId, records }: { list: List; merchantId: string; records: Records },
  content: Markup,
  none: string,
) {
  const count = records.counts[list]
  const range = rangeLabel(records.pages[list], count)
  return html`<section class="section" id="${list}" aria-labelledby="${list}-title">
    <h2 id="${list}-title">${titles[list]}</h2>
    ${range && html`<p class="quiet">${range}</p>`}
    ${count ? content : html`<p>${none}</p>`}
    ${pageLinks(merchantId, list, records)}
  </section>`
}

const titles: Record<List, string> = {
  transactions: 'Transactions',
  customers: 'Customers',
  webhooks: 'Webhooks',
}

/** The explicit roles survive the display of the phone's layout. */
function table(headings: string[], rows: Markup[]) {
  return html`<table>
    <thead><tr>${headings.map(
      (label, at) =>
        html`<th scope="col" ${at === headings.length - 1 ? html`class="amount"` : ''}>${label}</th>`,
    )}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`
}

function resendForm({ merchantId, number, kind, subjectId }: Webhook) {
  return html`<form ${posts('webhook')}>
    <input type="hidden" name="merchant" value="${merchantId}">
    <input type="hidden" name="number" value="${number}">
    <button class="link">Send again<span class="unseen"> ${kind} ${subjectId}</span></button>
  </form>`
}

function deliveryChip({ deliveredAt, dueAt, tries }: Webhook) {
  if (deliveredAt) return chip('good', 'delivered')
  if (!dueAt) return chip('bad', 'given up')
  return chip('due', tries ? 'tried, and will be again' : 'on its way')
}

function toneFor({ status }: Transaction): Tone {
  if (/^(settled|settling|submitted_for_settlement|settlement_confirmed)$/.test(status)) return 'good'
  if (/declined|rejected|failed/.test(status)) return 'bad'
  return /^(authorized|authorizing|settlement_pending)$/.test(status) ? 'due' : 'plain'
}

function kindLabel({ type, refundedTransactionId, orderId }: Transaction) {
  const kind = refundedTransactionId ? html`refund of <code>${refundedTransactionId}</code>` : type
  return html`${kind}${orderId ? html` · order ${orderId}` : ''}`
}

const endingLabels: Record<Ending, string> = {
  settle: 'Settle',
  settlement_pending: 'Leave pending',
  settlement_decline: 'Decline',
}

function endForm(row: Transaction) {
  const ends = endingsFor(row)
  if (!ends.length) return ''
  return html`<form class="row ends" ${posts('sale')}>
    <input type="hidden" name="merchant" value="${row.merchantId}">
    <input type="hidden" name="transaction" value="${row.id}">
    ${ends.map(
      (ending) =>
        html`<button class="link" name="ending" value="${ending}">${endingLabels[ending]}<span class="unseen"> ${row.id}</span></button>`,
    )}
  </form>`
}
