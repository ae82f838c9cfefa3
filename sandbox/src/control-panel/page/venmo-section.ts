import { html } from 'hono/html'
import type { VenmoContext } from '../../wallet-approvals/venmo.ts'
import { openStatuses, type VenmoStatus, venmoStatuses } from '../../wallet-approvals/venmo-statuses.ts'
import { posts } from './forms.ts'
import { chip, moment, type Tone } from './frame.ts'

const labels = {
  SCANNED: 'Scan',
  APPROVED: 'Approve',
  CANCELED: 'Decline',
  FAILED: 'Fail',
  EXPIRED: 'Expire',
}
const moves = venmoStatuses.filter((status) => status !== 'CREATED')
const tones: Partial<Record<VenmoStatus, Tone>> = { APPROVED: 'good', CANCELED: 'plain', FAILED: 'bad' }

export function venmoSection(merchantId: string, contexts: VenmoContext[]) {
  return html`<section class="section" id="venmo" aria-labelledby="venmo-title">
    <h2 id="venmo-title">Venmo</h2>
    ${contexts.length ? '' : html`<p>None yet. What pages ask of Venmo’s app stands here.</p>`}
    ${contexts.map((context) => {
      const { id, status, usage, payer, displayName, createdAt } = context
      const kind = context.isQrCode ? 'QR code' : (usage ?? '').replace('_', ' ').toLowerCase()
      return html`<article class="letter">
        <h3>${displayName ?? kind} ${payer ? `· @${payer.userName}` : ''}</h3>
        <p class="quiet"><code>${id}</code> · ${kind} · ${moment(createdAt)}</p>
        <p>${chip(tones[status] ?? 'due', status.toLowerCase())}</p>
        ${openStatuses.some((open) => open === status) ? moveForm(merchantId, id) : ''}
      </article>`
    })}
  </section>`
}

function moveForm(merchantId: string, id: string) {
  return html`<form class="row" ${posts('venmo')}>
    <input type="hidden" name="merchant" value="${merchantId}">
    <input type="hidden" name="context" value="${id}">
    ${moves.map((status) => html`<button class="link" name="status" value="${status}">${labels[status]}</button>`)}
  </form>`
}
