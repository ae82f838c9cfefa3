import { isTaken } from '#payments/gateway/gateway-answers.ts'
import { decimal, parseCents } from '#platform/format/money.ts'

const keys = Buffer.from('integration_public_key:integration_private_key').toString('base64')
// A kept connection may be closed by the other side at the very moment of the next call.
const headers = {
  Connection: 'close',
  Authorization: `Basic ${keys}`,
  'Content-Type': 'application/json',
  'X-ApiVersion': '6',
}

export type Booked = {
  id: string
  type: string
  orderId: string
  cents: number
  status: string
  /** What paid, in the gateway's words. */
  instrument: string
}

/** The gateway's own books, read without the SDK: every transaction, or those of one order id. */
export async function readGatewayBooks(gatewayUrl: string, orderId?: string): Promise<Booked[]> {
  const ask = async (path: string, search: object) => {
    const url = `${gatewayUrl}/merchants/integration_merchant_id/transactions/${path}`
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ search }) })).text()
  }
  const which = orderId ? { order_id: { is: orderId } } : {}
  const ids = [...(await ask('advanced_search_ids', which)).matchAll(/<item>(\w+)<\/item>/g)].map(
    ([, id]) => id,
  )
  const booked: Booked[] = []
  for (let at = 0; at < ids.length; at += 50) {
    const page = await ask('advanced_search', { ids: ids.slice(at, at + 50) })
    for (const [, transaction = ''] of page.matchAll(/<transaction>([\s\S]*?)<\/transaction>/g))
      booked.push(readFrom(transaction))
  }
  return booked
}

function readFrom(transaction: string): Booked {
  const read = (name: string) => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(transaction)?.[1] ?? ''
  return {
    id: read('id'),
    type: read('type'),
    orderId: read('order-id'),
    cents: parseCents(read('amount')) ?? 0,
    status: read('status'),
    instrument: read('payment-instrument-type'),
  }
}

/** What each order has taken and kept: a sale that came too late is given back under its own order. */
export function keptByOrder(booked: Booked[]) {
  const taken = booked.filter(({ status }) => isTaken(status))
  const sumOf = (type: string, orderId: string) =>
    sum(taken.filter((entry) => entry.type === type && entry.orderId === orderId))
  const sales = new Map(taken.flatMap((entry) => (entry.type === 'sale' ? [[entry.orderId, entry]] : [])))
  return [...sales.values()]
    .map(({ orderId, instrument }) => ({
      orderId,
      instrument,
      cents: sumOf('sale', orderId) - sumOf('credit', orderId),
    }))
    .filter(({ cents }) => cents !== 0)
}

const sum = (entries: Booked[]) => entries.reduce((total, { cents }) => total + cents, 0)

/** Settles a transaction, as a night would, or lets the bank decline it then; or voids it by hand. */
export const settleAt = (
  gatewayUrl: string,
  transactionId: string | null | undefined,
  move: 'settle' | 'settlement_pending' | 'settlement_decline' | 'void' = 'settle',
) =>
  fetch(`${gatewayUrl}/merchants/integration_merchant_id/transactions/${transactionId}/${move}`, {
    method: 'PUT',
    headers,
  })

/** A sale as the gateway makes it when a call of ours reaches it late. */
export async function sellLate(gatewayUrl: string, orderId: string, cents: number) {
  const transaction = {
    amount: decimal(cents),
    order_id: orderId,
    type: 'sale',
    payment_method_nonce: 'fake-valid-nonce',
    options: { submit_for_settlement: true },
  }
  const url = `${gatewayUrl}/merchants/integration_merchant_id/transactions`
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ transaction }) })
  return readFrom(await answer.text())
}

/** A refund as the gateway makes it when a call of ours reaches it late. */
export async function refundLate(gatewayUrl: string, transactionId: string, orderId: string, cents: number) {
  const transaction = { amount: decimal(cents), order_id: orderId }
  const url = `${gatewayUrl}/merchants/integration_merchant_id/transactions/${transactionId}/refund`
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ transaction }) })
  return readFrom(await answer.text())
}

/** What the widget hands over for a card that a family has saved: good for one sale. */
export async function savedCardNonce(gatewayUrl: string): Promise<string> {
  const read = async (path: string, body: object) => {
    const url = `${gatewayUrl}/merchants/integration_merchant_id/${path}`
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  }
  const customer = await read('customers', { customer: { payment_method_nonce: 'fake-valid-nonce' } })
  const token = /<token>(\w+)<\/token>/.exec(customer)?.[1]
  const nonce = await read(`payment_methods/${token}/nonces`, { payment_method_nonce: {} })
  return /<nonce>([\w-]+)<\/nonce>/.exec(nonce)?.[1] ?? ''
}
