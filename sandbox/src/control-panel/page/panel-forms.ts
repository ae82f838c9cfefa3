import { html } from 'hono/html'
import type { Dispute } from '../../transactions/disputes.ts'
import type { Transaction } from '../../transactions/transactions.ts'
import { type Verdict, verdicts } from '../manual-actions.ts'
import { posts } from './forms.ts'
import { chip, type Markup } from './frame.ts'

const verdictLabels: Record<Verdict, string> = { won: 'Won', lost: 'Lost', accepted: 'Accept' }

export function panelForms(row: Transaction, disputes: Dispute[]): Markup {
  return html`${disputes.map((dispute) => disputeForm(row, dispute))}${saleForm(row)}`
}

function saleForm(row: Transaction) {
  if (row.type !== 'sale' || row.status !== 'settled') return ''
  return html`<form class="row ends" ${posts('panel')}>
    <input type="hidden" name="merchant" value="${row.merchantId}">
    <input type="hidden" name="transaction" value="${row.id}">
    <button class="link" name="act" value="refund">Refund<span class="unseen"> ${row.id}</span></button>
    <button class="link" name="act" value="dispute">Dispute<span class="unseen"> ${row.id}</span></button>
  </form>`
}

function disputeForm({ merchantId }: Transaction, { id, status }: Dispute) {
  const isOpen = status === 'open' || status === 'disputed'
  return html`<div>${chip(isOpen ? 'due' : 'plain', `dispute ${status}`)}</div>
    ${
      isOpen
        ? html`<form class="row ends" ${posts('dispute')}>
          <input type="hidden" name="merchant" value="${merchantId}">
          <input type="hidden" name="dispute" value="${id}">
          ${verdicts.map(
            (verdict) =>
              html`<button class="link" name="verdict" value="${verdict}">${verdictLabels[verdict]}<span class="unseen"> dispute ${id}</span></button>`,
          )}
        </form>`
        : ''
    }`
}
