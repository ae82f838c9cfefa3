import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import type { Sandbox } from '../platform/gateway.ts'
import { openToAll } from '../platform/http/cors.ts'
import { parseRequest, readBody } from '../platform/http/requests.ts'
import { shopperPage } from '../platform/http/shopper-page.ts'
import { demoEmail } from '../wallet-approvals/paypal-account.ts'
import { approveApplePay } from './apple-pay.ts'
import { type WalletCard, walletCards } from './wallet-cards.ts'

const SheetQuery = z.object({
  wallet: z.enum(['Apple Pay', 'Google Pay']),
  shop: z.string().default(''),
  total: z.string().default(''),
  /** Case-insensitive. */
  networks: z.string().default(''),
  /** Google's authentication methods, and PayPal. */
  methods: z.string().default('PAN_ONLY CRYPTOGRAM_3DS'),
})
type Sheet = z.infer<typeof SheetQuery>

/** Stand-ins for Apple's and Google's devices: the payment sheet and the chip. */
export function devices(sandbox: Sandbox): Hono {
  const app = new Hono()
  app.get('/devices/sheet', (c) => {
    const sheet = parseRequest(SheetQuery, c.req.query())
    return c.html(shopperPage(`${sheet.wallet} (demo)`, sheetBody(sheet)))
  })
  app.use('/devices/apple-pay/payments', openToAll)
  app.post('/devices/apple-pay/payments', async (c) =>
    c.json(approveApplePay(sandbox, await readBody(c.req.raw)), 201),
  )
  return app
}

function sheetBody(sheet: Sheet) {
  const choices = listChoices(sheet).map(
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

/** The choices on the sheet, and their value for the script on the page. */
function listChoices({ wallet, networks, methods }: Sheet) {
  const taken = networks.toLowerCase().split(' ')
  const cards = walletCards.filter(({ network }) => taken.includes(network))
  if (wallet === 'Apple Pay') return cards.map((card) => ({ name: card.name, value: card.number }))
  const accepted = methods.split(' ')
  const offered = cards.filter((card) =>
    accepted.includes(card.isNetworkTokenized ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY'),
  )
  const payPal = { name: `PayPal, ${demoEmail}`, value: { paypalAccount: { email: demoEmail } } }
  return [...offered.map(inGoogle), ...(accepted.includes('PAYPAL') ? [payPal] : [])]
}

function inGoogle({ name, number, network, isNetworkTokenized, isRefused }: WalletCard) {
  const cardNetwork = isRefused ? 'UNREADABLE' : network.toUpperCase()
  const androidPayCard = { cardNetwork, number, isNetworkTokenized: isNetworkTokenized === true }
  return { name, value: { androidPayCard, network: network.toUpperCase(), lastFour: number.slice(-4) } }
}

/** Sends the choice to the page once. */
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
