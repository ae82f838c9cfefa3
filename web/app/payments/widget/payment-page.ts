import { redirectDocument } from 'react-router'
import { needsOthers, type PaymentOffer } from '#platform/settings/payment-options.ts'

const pages = /^\/pages\/(checkout|donate|donate-bottinelli|registration-history)\/*$/i

export const hasPaymentForm = (path: string) => pages.test(path)

/**
 * Response headers hold for the document: coming from a page without a payment form, the document must be reloaded, or
 * its Content-Security-Policy blocks the gateway's scripts, frames and windows.
 */
export function loadForPayment(request: Request, offer: PaymentOffer): void {
  const { pathname, href } = new URL(request.url)
  const loaded = loadedPath()
  if (needsOthers(offer) && !hasPaymentForm(loaded) && loaded !== pathname) throw redirectDocument(href)
}

function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return new URL(entry?.name ?? location.href).pathname
}
