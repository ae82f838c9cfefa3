import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { findGateway } from '../merchant-access/merchants.ts'
import { found } from '../platform/errors.ts'
import { type Gateway, inTransaction, type Sandbox } from '../platform/gateway.ts'
import { BadRequest, parseRequest } from '../platform/http/requests.ts'
import { shopperPage } from '../platform/http/shopper-page.ts'
import { printAmount } from '../platform/money.ts'
import { nonces } from '../vault/vault.tables.ts'
import { threeDSecureAuthentications as authentications, type BankAnswer } from './authentications.tables.ts'
import {
  type Authentication,
  authenticationById,
  isAuthentication,
  toThreeDSecure,
} from './authentications.ts'
import { answerJwt } from './cardinal.ts'
import { authenticateFromJwt } from './lookup.ts'

/** Newest first. */
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
  /** Return address of the older kind of frame. */
  TermUrl: z.union([z.url({ protocol: /^https?$/ }), z.literal('')]).default(''),
})

/** Posted back through the shopper's browser. */
const Answered = z.object({ PaRes: z.string(), MD: z.string() })
const WayBack = z.object({ authentication_complete_base_url: z.url() })

export function bank(sandbox: Sandbox): Hono {
  const app = new Hono()
  app.on(['GET', 'POST'], '/three-d-secure/bank/:id', async (c) => {
    const { choice, code, TermUrl } = parseRequest(
      Form,
      c.req.method === 'POST' ? await c.req.parseBody() : {},
    )
    const { gateway, row } = await readAuthentication(sandbox, c.req.param('id'))
    if (!choice && TermUrl) await showInFrame(gateway, row)
    if (!choice && !row.answeredAt) return c.html(questionPage(row, TermUrl))
    const codeAnswer = code.trim() === row.bankCode ? 'right code' : 'wrong code'
    if (choice) await answer(gateway, row, choice === 'confirm' ? codeAnswer : 'canceled')
    const answered = found(await authenticationById(gateway, row.id), 'authentication')
    return c.html(answerPage(answerJwt(gateway, answered), row.id, TermUrl))
  })
  app.post('/three-d-secure/complete', async (c) => {
    const { PaRes, MD } = parseRequest(Answered, await c.req.parseBody())
    const { authentication_complete_base_url: base } = parseRequest(WayBack, c.req.query())
    const { gateway, row } = await readAuthentication(sandbox, MD)
    if (new URL(base).origin !== gateway.settings.origin)
      throw new BadRequest('This is no address of the sandbox.')
    const came = await authenticateFromJwt(gateway, { kind: 'merchant' }, row.nonce, { jwt: PaRes })
    const error = 'errors' in came ? { message: came.errors[0]?.message } : undefined
    const response = JSON.stringify({ ...came, success: error === undefined, error })
    return c.redirect(`${base}auth_response=${encodeURIComponent(response)}`, 303)
  })
  return app
}

async function readAuthentication(sandbox: Sandbox, id: string) {
  const what = `payment ${id} to confirm`
  const [known] = await sandbox.db
    .select()
    .from(authentications)
    .where(and(eq(authentications.id, id), isNotNull(authentications.bankCode)))
  const row = found(known, what)
  return { row, gateway: found(await findGateway(sandbox, row.merchantId), what) }
}

function showInFrame(gateway: Gateway, { id }: Authentication) {
  return gateway.db.update(authentications).set({ shownBy: 'frame' }).where(isAuthentication(gateway, id))
}

/** Written once, to the lookup's nonce too. */
function answer(gateway: Gateway, { id, endsAs }: Authentication, bankAnswer: BankAnswer): Promise<void> {
  return inTransaction(gateway, async (within) => {
    const status = bankAnswer === 'right code' && endsAs ? endsAs : 'authenticate_failed'
    const [row] = await within.db
      .update(authentications)
      .set({ status, answer: bankAnswer, answeredAt: new Date() })
      .where(and(isAuthentication(within, id), isNull(authentications.answeredAt)))
      .returning()
    if (!row) return
    const isNonce = and(eq(nonces.merchantId, row.merchantId), eq(nonces.id, row.nonce))
    await within.db
      .update(nonces)
      .set({ threeDSecure: toThreeDSecure(row) })
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

/** To the return address, or to the parent page. */
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
