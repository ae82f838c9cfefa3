import { html } from 'hono/html'
import { faultRows } from '../../fault-injection/faults.ts'
import { listMerchants } from '../../merchant-access/merchants.ts'
import type { Gateway } from '../../platform/gateway.ts'
import type { Merchant } from '../../platform/platform.tables.ts'
import { listAuthentications } from '../../three-d-secure/authentication-listing.ts'
import { listVenmoContexts } from '../../wallet-approvals/venmo.ts'
import { authenticationSection } from './authentication-section.ts'
import { deviceSection, readDevices } from './device-section.ts'
import { faultSection } from './fault-section.ts'
import { posts } from './forms.ts'
import { frame, moment } from './frame.ts'
import { noticeSection, readNotices } from './notices.ts'
import { offersSection } from './offers-section.ts'
import type { PerList } from './paging.ts'
import { customerSection, transactionSection, webhookSection } from './record-sections.ts'
import { type Records, readRecords } from './records.ts'
import { venmoSection } from './venmo-section.ts'

export type ActionResult = { isBad: boolean; text: string }

/** `result` is the outcome of the last action. */
export async function overview(gateway: Gateway, pages: PerList, result?: ActionResult) {
  const { merchant } = gateway
  const records = await readRecords(gateway, pages)
  return frame(
    `${merchant.id} · Card gateway sandbox`,
    merchantNav(await listMerchants(gateway), merchant),
    html`<main>
    ${band(merchant, records)}
    <div class="width court">
      <div class="controls">
        ${result ? html`<p class="banner ${result.isBad ? 'bad' : ''}" role="${result.isBad ? 'alert' : 'status'}">${result.text}</p>` : ''}
        ${faultSection(merchant.id, await faultRows(gateway))}
        ${clockSection(merchant, records)}
      </div>
      <div class="records">
        ${transactionSection(merchant, records)}
        ${noticeSection(await readNotices(gateway))}
        ${authenticationSection(await listAuthentications(gateway, 8))}
        ${venmoSection(merchant.id, (await listVenmoContexts(gateway)).slice(0, 8))}
        ${customerSection(merchant, records)}
        ${deviceSection(await readDevices(gateway))}
        ${webhookSection(merchant, records)}
      </div>
      <div class="settings">
        ${settingsSection(merchant)}
        ${offersSection(merchant)}
        ${otherMerchants}
        <section class="section" aria-labelledby="reset-title">
          <h2 id="reset-title">Begin again</h2>
          <p>Deletes the customers, transactions, webhooks and faults of this merchant. Keys and settings stay.</p>
          <p><a class="button danger" href="/control/page/reset?merchant=${merchant.id}">Reset</a></p>
        </section>
      </div>
    </div>
  </main>`,
  )
}

export function resetPage({ merchant }: Gateway, { counts }: Records) {
  return frame(
    'Reset · Card gateway sandbox',
    '',
    html`<main class="width court"><section class="stack">
    <h1>Reset ${merchant.id}?</h1>
    <p>${counts.transactions} transactions and ${counts.customers} customers are deleted, with all that belongs to them.
      It cannot be taken back.</p>
    <form class="row" ${posts('reset')}>
      <input type="hidden" name="merchant" value="${merchant.id}">
      <button class="danger">Reset</button>
      <a class="button" href="/?merchant=${merchant.id}">Keep everything</a>
    </form>
  </section></main>`,
  )
}

function merchantNav(merchants: Merchant[], current: Merchant) {
  return html`<nav class="merchants" aria-label="Merchants">${merchants.map(
    ({ id }) =>
      html`<a href="/?merchant=${id}" ${id === current.id ? html`aria-current="page"` : ''}>${id}</a>`,
  )}</nav>`
}

function band({ id }: Merchant, { sums, counts }: Records) {
  const scores = [
    ['transactions', sums.transactions],
    ['wait for settlement', sums.waiting],
    ['settled', sums.settled],
    ['customers', counts.customers],
  ]
  return html`<div class="band on-court"><div class="width">
    <div><h1>${breakable(id)}</h1><p>A merchant of this sandbox. No money moves here.</p></div>
    <dl class="scores">${scores.map(([label, score]) => html`<div><dt>${label}</dt><dd>${score}</dd></div>`)}</dl>
  </div></div>`
}

const breakable = (id: string) => id.split(/(?<=_)/).map((part) => html`${part}<wbr>`)

function clockSection(merchant: Merchant, { sums }: Records) {
  const next = sums.nextSettlement
  const steps = [
    ['3600', 'An hour on'],
    ['86400', 'A day on'],
    ['2592000', 'A month on'],
  ]
  return html`<section class="section" id="clock" aria-labelledby="clock-title">
    <h2 id="clock-title">The clock</h2>
    <p>${next ? html`The next settlement is at ${moment(next)} UTC.` : 'Nothing waits for settlement.'}
      Moving on settles what is due by then, and pays it out.</p>
    <form class="row" ${posts('clock')}>
      <input type="hidden" name="merchant" value="${merchant.id}">
      ${steps.map(([seconds, label]) => html`<button name="seconds" value="${seconds}">${label}</button>`)}
    </form>
  </section>`
}

function settingsSection(merchant: Merchant) {
  const keys = [
    ['Public key', merchant.publicKey],
    ['Private key', merchant.privateKey],
    ['Tokenization key', merchant.tokenizationKey],
  ]
  return html`<section class="section" id="settings" aria-labelledby="settings-title">
    <h2 id="settings-title">Keys and settings</h2>
    <dl class="keys">${keys.map(([label, key]) => html`<div><dt>${label}</dt><dd><code>${key}</code></dd></div>`)}</dl>
    <form class="stack" ${posts('settings')}>
      <input type="hidden" name="merchant" value="${merchant.id}">
      <div><label for="settle">Seconds until a sale settles</label>
        <input id="settle" name="settle_after_seconds" type="number" min="0" max="31536000" required
          value="${merchant.settleAfterSeconds}"></div>
      <div><label for="webhook">Address for webhooks</label>
        <input id="webhook" name="webhook_url" type="url" placeholder="http://" aria-describedby="webhook-hint"
          value="${merchant.webhookUrl ?? ''}">
        <p class="quiet" id="webhook-hint">It is asked to prove that it knows the keys.</p></div>
      <div><button>Keep</button></div>
    </form>
  </section>`
}

const otherMerchants = html`<section class="section" aria-labelledby="add-title">
  <h2 id="add-title">Another merchant</h2>
  <form class="stack" ${posts('merchant')}>
    <div><label for="new-id">Id</label>
      <input id="new-id" name="id" pattern="[A-Za-z0-9_]+" maxlength="40" required aria-describedby="new-id-hint">
      <p class="quiet" id="new-id-hint">Letters, digits and _, at most 40. Its keys are made for it.</p></div>
    <div><button>Add merchant</button></div>
  </form>
</section>`
