/** What the preview asks of the sandbox gateway's server API, with the sandbox's own demo credentials. */
const merchant = 'integration_merchant_id'
const credentials = 'integration_public_key:integration_private_key'

/** A client token, for a new customer with two saved cards if asked. */
export async function clientToken(gatewayUrl: string, withSavedCards: boolean) {
  const customerId = withSavedCards ? await customerWithCards(gatewayUrl) : undefined
  const answer = await post(gatewayUrl, 'client_token', {
    client_token: { version: 2, customer_id: customerId },
  })
  return textOf(answer, 'value')
}

async function customerWithCards(gatewayUrl: string) {
  const answer = await post(gatewayUrl, 'customers', { customer: { first_name: 'Demo' } })
  const customer_id = textOf(answer, 'id')
  for (const nonce of ['fake-valid-amex-nonce', 'fake-valid-visa-nonce']) {
    await post(gatewayUrl, 'payment_methods', {
      payment_method: { customer_id, payment_method_nonce: nonce },
    })
  }
  return customer_id
}

async function post(gatewayUrl: string, path: string, body: object) {
  const response = await fetch(`${gatewayUrl}/merchants/${merchant}/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(credentials)}`,
      'Content-Type': 'application/json',
      'X-ApiVersion': '6',
    },
    body: JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`The gateway answered ${response.status} to ${path}: ${await response.text()}`)
  return response.text()
}

function textOf(xml: string, name: string) {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  if (found === undefined) throw new Error(`The gateway's answer has no ${name}: ${xml}`)
  return found
}
