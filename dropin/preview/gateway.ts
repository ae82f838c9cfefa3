import type { Fault, Scenario } from './scenario.ts'

type Merchant = { id: string; public_key: string; private_key: string }

/** A client token of a new merchant, with the scenario's offers and faults. */
export async function clientTokenFor(gatewayUrl: string, name: string, scenario: Scenario) {
  const { offers, faults, saved, token } = scenario
  const merchants = await control<{ merchants: Merchant[] }>(gatewayUrl, 'GET', 'merchants')
  const [first] = merchants.merchants
  const id = `preview_${name.replace(/\W+/g, '_')}`.slice(0, 40)
  const known = offers || faults ? merchants.merchants.find((merchant) => merchant.id === id) : first
  const merchant = known ?? (await control<Merchant>(gatewayUrl, 'POST', 'merchants', { id }))
  const isMerchants = merchant.id === id
  if (isMerchants) await prepare(gatewayUrl, id, offers)
  const customer_id = saved && (await customerWith(gatewayUrl, merchant, saved))
  const request = { client_token: { version: 2, customer_id, options: token } }
  const answer = await post(gatewayUrl, merchant, 'client_token', request)
  if (isMerchants) await setFaults(gatewayUrl, id, faults)
  await failScripts(gatewayUrl, faults)
  return textIn(answer, 'value')
}

async function prepare(gatewayUrl: string, id: string, offers: object | undefined) {
  await setFaults(gatewayUrl, id)
  await control(gatewayUrl, 'PUT', `merchants/${id}`, { offers: offers ?? null })
}

const failing: number[] = []

/** Third-party scripts have no merchant: their faults last until the next scenario. */
async function failScripts(gatewayUrl: string, faults: Fault[] = []) {
  for (const number of failing.splice(0)) await control(gatewayUrl, 'DELETE', `faults/${number}`)
  for (const fault of faults.filter(({ operation }) => operation.endsWith('_script')))
    failing.push((await control<{ number: number }>(gatewayUrl, 'POST', 'faults', fault)).number)
}

const setFaults = (gatewayUrl: string, id: string, faults: Fault[] = []) =>
  control(gatewayUrl, 'PUT', `merchants/${id}/faults`, { faults })

async function control<Answer>(gatewayUrl: string, method: string, path: string, body?: object) {
  const response = await fetch(`${gatewayUrl}/control/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return JSON.parse(await readText(response, path)) as Answer
}

async function customerWith(gatewayUrl: string, merchant: Merchant, nonces: string[]) {
  const answer = await post(gatewayUrl, merchant, 'customers', { customer: { first_name: 'Demo' } })
  const customer_id = textIn(answer, 'id')
  for (const payment_method_nonce of nonces) {
    const payment_method = { customer_id, payment_method_nonce }
    await post(gatewayUrl, merchant, 'payment_methods', { payment_method })
  }
  return customer_id
}

async function post(gatewayUrl: string, merchant: Merchant, path: string, body: object) {
  const response = await fetch(`${gatewayUrl}/merchants/${merchant.id}/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${merchant.public_key}:${merchant.private_key}`)}`,
      'Content-Type': 'application/json',
      'X-ApiVersion': '6',
    },
    body: JSON.stringify(body),
  })
  return readText(response, path)
}

async function readText(response: Response, path: string) {
  const text = await response.text()
  if (!response.ok) throw new Error(`The gateway answered ${response.status} to ${path}: ${text}`)
  return text
}

function textIn(xml: string, name: string) {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  if (found === undefined) throw new Error(`The gateway's answer has no ${name}: ${xml}`)
  return found
}
