import type { Scenario } from './scenario.ts'

/** Registers the service worker as the gateway; it claims pages that were loaded without it. */
export async function playGateway() {
  const { serviceWorker } = navigator
  await serviceWorker.register('./player.js')
  const { active } = await serviceWorker.ready
  const controlled = new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
  active?.postMessage('claim')
  if (!serviceWorker.controller) await controlled
}

const notes = {
  threeDSecure: 'The bank takes any code here; its Cancel is a refusal.',
  paypal: 'PayPal’s button is drawn here, but its window needs a server: pressing it ends in an error.',
  venmo: 'Venmo’s app and window are not here: nobody can approve the payment.',
  applePay: 'The sheet of Apple Pay needs a server: what opens can only be closed.',
  googlePay: 'The sheet of Google Pay needs a server: what opens can only be closed.',
}
type Noted = keyof typeof notes

/** Parts of a scenario that need a server. */
export function notPlayed({ options = {} }: Scenario) {
  const named = Object.keys(notes) as Noted[]
  return named.filter((option) => options[option]).map((option) => notes[option])
}
