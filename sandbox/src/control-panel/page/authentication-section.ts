import { html } from 'hono/html'
import { describeAuthentication } from '../../platform/authentication-statuses.ts'
import { printAmount } from '../../platform/money.ts'
import type { Authentication } from '../../three-d-secure/authentications.ts'
import { chip, moment, type Tone } from './frame.ts'

export function authenticationSection(rows: Authentication[]) {
  return html`<section class="section" id="authentications" aria-labelledby="authentications-title">
    <h2 id="authentications-title">Card authentications</h2>
    ${rows.length ? '' : html`<p>None yet. What banks are asked by 3-D Secure stands here.</p>`}
    ${rows.map(
      (row) => html`<article class="letter">
        <h3>${row.brand} ${row.last4} · ${printAmount(row.amountCents)}</h3>
        <p class="quiet"><code>${row.id}</code> · ${moment(row.createdAt)}</p>
        <p>${chip(toneFor(row), row.status.replaceAll('_', ' '))}</p>
        ${row.bankCode ? html`<p>The code by SMS: <strong>${row.bankCode}</strong></p>` : ''}
      </article>`,
    )}
  </section>`
}

function toneFor({ status }: Authentication): Tone {
  if (status === 'challenge_required') return 'due'
  if (describeAuthentication(status).liabilityShifted) return 'good'
  return /failed|rejected|error/.test(status) ? 'bad' : 'plain'
}
