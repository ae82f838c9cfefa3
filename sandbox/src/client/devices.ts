import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { demoEmail } from '../approvals/paypal-account.ts'
import { openToAll } from '../platform/cors.ts'
import type { Sandbox } from '../platform/gateway.ts'
import { readBody, understand } from '../platform/requests.ts'
import { shopperPage } from '../platform/shopper-page.ts'
import { approveApplePay } from './apple-pay.ts'
import { type WalletCard, walletCards } from './wallet-cards.ts'

const SheetQuery = z.object({
  wallet: z.enum(['Apple Pay', 'Google Pay']),
  shop: z.string().default(''),
  total: z.string().default(''),
  /** Names of networks, in any case. */
  networks: z.string().default(''),
  /** Whether cards may come with their own numbers, as networks' tokens, and PayPal beside them. */
  methods: z.string().default('PAN_ONLY CRYPTOGRAM_3DS'),
})
type Sheet = z.infer<typeof SheetQuery>

/** The devices of shoppers who pay with Apple Pay and Google Pay: the sheet that comes up, and what Apple's chip does. */
export function devices(sandbox: Sandbox): Hono {
  const app = new Hono()
  app.get('/devices/sheet', (c) => {
    const sheet = understand(SheetQuery, c.req.query())
    return c.html(shopperPage(`${sheet.wallet} (demo)`, bodyOf(sheet)))
  })
  app.use('/devices/apple-pay/payments', openToAll)
  app.post('/devices/apple-pay/payments', async (c) =>
    c.json(approveApplePay(sandbox, await readBody(c.req.raw)), 201),
  )
  return app
}

function bodyOf(sheet: Sheet) {
  const choices = choicesOf(sheet).map(
    ({ name, value }, place) =>
      html`<label><input type="radio" name="choice" value="${JSON.stringify(value)}" ${place === 0 ? 'checked' : ''}> ${name}</label>`,
  )
  const pay = choices.length > 0 ? html`<button value="pay">Pay</button>` : ''
  return html`<style>
      label { display: block; padding: .5rem 0 } input { display: inline; width: auto; margin: 0 .25rem 0 0 }
      fieldset { margin: 0 0 1rem; border: 0; padding: 0 }
    </style>
    <p>${sheet.shop || 'The shop'} asks for <strong>${sheet.total}</strong>.</p>
    <form><fieldset><legend>Pay with</legend>
      ${choices.length > 0 ? choices : html`<p>No card in the wallet is one that the shop takes.</p>`}</fieldset>
      ${pay} <button value="cancel">Cancel</button></form>
    <script>${raw(script)}</script>`
}

/** What a shopper can choose, and what the script on the page is told of it. */
function choicesOf({ wallet, networks, methods }: Sheet) {
  const taken = networks.toLowerCase().split(' ')
  const cards = walletCards.filter(({ network }) => taken.includes(network))
  if (wallet === 'Apple Pay') return cards.map((card) => ({ name: card.name, value: card.number }))
  const given = methods.split(' ')
  const offered = cards.filter((card) =>
    given.includes(card.isNetworkTokenized ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY'),
  )
  const payPal = { name: `PayPal, ${demoEmail}`, value: { paypalAccount: { email: demoEmail } } }
  return [...offered.map(inGoogle), ...(given.includes('PAYPAL') ? [payPal] : [])]
}

/** As Google's servers hand a card to the gateway. */
function inGoogle({ name, number, network, isNetworkTokenized, isRefused }: WalletCard) {
  const cardNetwork = isRefused ? 'UNREADABLE' : network.toUpperCase()
  const androidPayCard = { cardNetwork, number, isNetworkTokenized: isNetworkTokenized === true }
  return { name, value: { androidPayCard, network: network.toUpperCase(), lastFour: number.slice(-4) } }
}

/** A choice, or none, is told to the page once. */
const script = `
  const form = document.forms[0]
  let isTold = false
  function tell(choice) {
    if (isTold) return
    isTold = true
    for (const button of form.querySelectorAll('button')) button.disabled = true
    parent.postMessage({ wallet: { choice } }, '*')
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const isPaid = event.submitter?.value === 'pay'
    tell(isPaid ? JSON.parse(new FormData(form).get('choice')) : null)
  })
  addEventListener('keydown', ({ key }) => key === 'Escape' && tell(null))
  const first = form.querySelector('input') ?? form.querySelector('button')
  first.focus()
`
