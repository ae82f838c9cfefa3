import { redirectDocument } from 'react-router'
import { needsOthers, type PaymentOffer } from '#platform/settings/payment-options.ts'

const pages = /^\/pages\/(checkout|donate|donate-bottinelli|registration-history)\/*$/i

/** Whether the page of this path takes payments online, at once or in a dialog. */
export const hasPaymentForm = (path: string) => pages.test(path)

/**
 * Headers hold for the document, whatever page it shows later: whoever comes to a payment form from a page without one
 * loads it anew, or the browser would let neither the scripts and frames of others in nor their windows.
 */
export function loadForPayment(request: Request, offer: PaymentOffer): void {
  const { pathname, href } = new URL(request.url)
  const loaded = loadedPath()
  if (needsOthers(offer) && !hasPaymentForm(loaded) && loaded !== pathname) throw redirectDocument(href)
}

/** The path with which the browser loaded this document. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return new URL(entry?.name ?? location.href).pathname
}
