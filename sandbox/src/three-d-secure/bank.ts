import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { gatewayOf } from '../callers/merchants.ts'
import { found } from '../platform/errors.ts'
import { type Gateway, inTransaction, type Sandbox } from '../platform/gateway.ts'
import { printAmount } from '../platform/money.ts'
import { BadRequest, understand } from '../platform/requests.ts'
import { shopperPage } from '../platform/shopper-page.ts'
import { nonces } from '../vault/vault.tables.ts'
import { threeDSecureAuthentications as authentications, type BankAnswer } from './authentications.tables.ts'
import {
  type Authentication,
  authenticationById,
  isAuthentication,
  threeDSecureOf,
} from './authentications.ts'
import { answerJwt } from './cardinal.ts'
import { authenticateFromJwt } from './lookup.ts'

/** The one-time codes that the bank has sent to the owners of cards of this merchant, newest first. */
export function bankCodes(gateway: Gateway) {
  const { id, bankCode, brand, last4, amountCents } = authentications
  return gateway.db
    .select({ id, code: bankCode, brand, last4, amountCents })
    .from(authentications)
    .where(and(eq(authentications.merchantId, gateway.merchant.id), isNotNull(bankCode)))
    .orderBy(desc(authentications.number))
    .limit(50)
}

const Form = z.object({
  code: z.string().default(''),
  choice: z.enum(['confirm', 'cancel']).optional(),
  /** Where a frame of the older kind wants to go afterwards. */
  TermUrl: z.union([z.url({ protocol: /^https?$/ }), z.literal('')]).default(''),
})

/** What the bank hands back by way of the shopper's browser, and the frame that then tells the page. */
const Answered = z.object({ PaRes: z.string(), MD: z.string() })
const WayBack = z.object({ authentication_complete_base_url: z.url() })

/** The bank's page: the owner of the card types the code that the bank has sent. */
export function bank(sandbox: Sandbox): Hono {
  const app = new Hono()
  app.on(['GET', 'POST'], '/three-d-secure/bank/:id', async (c) => {
    const { choice, code, TermUrl } = understand(Form, c.req.method === 'POST' ? await c.req.parseBody() : {})
    const { gateway, row } = await authenticationOf(sandbox, c.req.param('id'))
    if (!choice && TermUrl) await showInFrame(gateway, row)
    if (!choice && !row.answeredAt) return c.html(questionPage(row, TermUrl))
    const ofCode = code.trim() === row.bankCode ? 'right code' : 'wrong code'
    if (choice) await answer(gateway, row, choice === 'confirm' ? ofCode : 'canceled')
    const answered = found(await authenticationById(gateway, row.id), 'authentication')
    return c.html(answerPage(answerJwt(gateway, answered), row.id, TermUrl))
  })
  app.post('/three-d-secure/complete', async (c) => {
    const { PaRes, MD } = understand(Answered, await c.req.parseBody())
    const { authentication_complete_base_url: base } = understand(WayBack, c.req.query())
    const { gateway, row } = await authenticationOf(sandbox, MD)
    if (new URL(base).origin !== gateway.settings.origin)
      throw new BadRequest('This is no address of the sandbox.')
    const came = await authenticateFromJwt(gateway, { kind: 'merchant' }, row.nonce, { jwt: PaRes })
    const error = 'errors' in came ? { message: came.errors[0]?.message } : undefined
    const response = JSON.stringify({ ...came, success: error === undefined, error })
    return c.redirect(`${base}auth_response=${encodeURIComponent(response)}`, 303)
  })
  return app
}

async function authenticationOf(sandbox: Sandbox, id: string) {
  const what = `payment ${id} to confirm`
  const [known] = await sandbox.db
    .select()
    .from(authentications)
    .where(and(eq(authentications.id, id), isNotNull(authentications.bankCode)))
  const row = found(known, what)
  return { row, gateway: found(await gatewayOf(sandbox, row.merchantId), what) }
}

function showInFrame(gateway: Gateway, { id }: Authentication) {
  return gateway.db.update(authentications).set({ shownBy: 'frame' }).where(isAuthentication(gateway, id))
}

/** Writes how it ended, once; the nonce of the lookup carries it too. */
function answer(gateway: Gateway, { id, endsAs }: Authentication, given: BankAnswer): Promise<void> {
  return inTransaction(gateway, async (within) => {
    const status = given === 'right code' && endsAs ? endsAs : 'authenticate_failed'
    const [row] = await within.db
      .update(authentications)
      .set({ status, answer: given, answeredAt: new Date() })
      .where(and(isAuthentication(within, id), isNull(authentications.answeredAt)))
      .returning()
    if (!row) return
    const isNonce = and(eq(nonces.merchantId, row.merchantId), eq(nonces.id, row.nonce))
    await within.db
      .update(nonces)
      .set({ threeDSecure: threeDSecureOf(row) })
      .where(isNonce)
  })
}

const Shop = z.object({ merchantName: z.string() })

function questionPage({ amountCents, brand, last4, request }: Authentication, termUrl: string) {
  const shop = Shop.safeParse(request).data?.merchantName
  return shopperPage(
    'Demo Bank',
    html`<p>Confirm the payment of $${printAmount(amountCents)}${shop ? ` to ${shop}` : ''} with ${brand} ending in ${last4}.</p>
      <form method="post">
        <label>Code that we have sent you <input name="code" inputmode="numeric" autocomplete="one-time-code"></label>
        <input type="hidden" name="TermUrl" value="${termUrl}">
        <button name="choice" value="confirm">Confirm</button> <button name="choice" value="cancel">Cancel</button>
      </form>
      <p><small>A demonstration: the code is among the letters on the sandbox's page.</small></p>
      <script>
        addEventListener('keydown', ({ key }) => key === 'Escape' && parent.postMessage({ bank: { isClosed: true } }, '*'))
      </script>`,
  )
}

/** Hands the answer on: to the address that was asked for, or to the page that holds this one. */
function answerPage(jwt: string, id: string, termUrl: string) {
  const body = termUrl
    ? html`<form method="post" action="${termUrl}">
        <input type="hidden" name="PaRes" value="${jwt}"><input type="hidden" name="MD" value="${id}">
        <button>Continue</button>
      </form><script>document.forms[0].submit()</script>`
    : html`<p data-jwt="${jwt}">You can go on.</p>
        <script>
          const { jwt } = document.querySelector('[data-jwt]').dataset
          parent.postMessage({ bank: { jwt } }, '*')
        </script>`
  return shopperPage('Demo Bank', body)
}
