import { html } from 'hono/html'
import { parseOffers } from '../../platform/offers.ts'
import type { Merchant } from '../../platform/platform.tables.ts'

export function offersSection(merchant: Merchant) {
  const offers = Object.entries(parseOffers(merchant))
  return html`<section class="section" id="offers" aria-labelledby="offers-title">
    <h2 id="offers-title">Offered to browsers</h2>
    <dl class="keys">${offers.map(
      ([name, offer]) =>
        html`<div><dt><code>${name}</code></dt><dd>${offerLabel(offer)}${name in merchant.offers ? ' (set)' : ''}</dd></div>`,
    )}</dl>
    <p class="quiet">Programs set it with <code>PUT /control/merchants/${merchant.id}</code>.</p>
  </section>`
}

/** "on, credit off", "cvv, postal_code" … */
function offerLabel(offer: unknown): string {
  if (typeof offer === 'boolean') return offer ? 'on' : 'off'
  if (Array.isArray(offer)) return offer.join(', ') || 'none'
  if (typeof offer !== 'object' || offer === null) return String(offer)
  const { enabled, ...more } = offer as { enabled: boolean }
  if (!enabled) return 'off'
  return ['on', ...Object.entries(more).map(([name, value]) => `${name} ${offerLabel(value)}`)].join(', ')
}
