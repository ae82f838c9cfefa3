import { cardMutation } from '../agreed/card-by-graphql.ts'
import { query as configuration } from '../src/gateway/configuration-answer.ts'
import type { CreateOptions } from '../src/merchant-options/create-options.ts'
import { clientTokenFor } from './gateway.ts'
import { type Answer, cards, challengedCard, type Recording, requestKey, type SetUp } from './question.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

/** Third-party scripts, by path. */
export const scripts = [
  'api/checkout.min.js',
  'smart/button.js',
  'da/r/fb.js',
  'devices/apple-pay.js',
  'edge/v1/songbird.js',
  'gp/p/js/pay.js',
]

/** Records the answers to all scenarios; those with the same gateway share them. */
export async function record(origin: string): Promise<Recording> {
  const alike = new Map<string, [string, Scenario][]>()
  for (const each of Object.entries(scenarios)) {
    const { offers, faults, saved, token } = each[1]
    const key = JSON.stringify([offers, faults, saved, token])
    alike.set(key, [...(alike.get(key) ?? []), each])
  }
  const groups = [...alike.values()]
  const setUps: SetUp[] = []
  const recordSetUp = async (number: number) => {
    setUps[number] = await recordOne(origin, groups[number] ?? [])
  }
  // A failing third-party script affects every merchant: these scenarios run first, one by one.
  const together: number[] = []
  for (const [number, [first]] of groups.entries())
    if (first && failsScripts(first[1])) await recordSetUp(number)
    else together.push(number)
  await Promise.all(together.map(recordSetUp))
  const numbered = groups.flatMap((group, number) => group.map(([name]) => [name, number] as const))
  return { scenarios: Object.fromEntries(numbered), setUps }
}

const failsScripts = ({ faults = [] }: Scenario) =>
  faults.some(({ operation }) => operation.endsWith('_script'))

async function recordOne(origin: string, group: [string, Scenario][]): Promise<SetUp> {
  const [[name, scenario] = ['', { seen: [] }]] = group
  const { saved, faults = [] } = scenario
  const token = atob(await clientTokenFor(origin, name, scenario))
  const delays = faults.flatMap(({ milliseconds = [] }) => milliseconds)
  const gateway = openGateway(origin, JSON.parse(token), delays)
  const { answers, get, graphQL } = gateway
  const tokenize = (card: Card) =>
    graphQL(cardMutation({ card: cardWith(card), validate: saved !== undefined, meta: {} }))
  const uses = (...names: (keyof CreateOptions)[]) =>
    group.some(([, { options }]) => names.some((name) => options?.[name]))

  // A fault may skip the first call.
  await graphQL({ query: configuration })
  // A card tokenized for a customer is saved from then on.
  const [first] = parseContent(await gateway.read('payment_methods')).paymentMethods ?? []
  await Promise.all([
    gateway.read('configuration'),
    ...cards.map(tokenize),
    faults.length > 0 && gateway.write('payment_methods/credit_cards', { creditCard: cardWith(cards[0]) }),
    first && uses('vaultManager') && graphQL(deletionQuery(first)),
    ...(uses('paypal', 'paypalCredit') ? ['paypal', 'credit'] : []).map((label) =>
      get(`smart/button?label=${label}`),
    ),
    ...(failsScripts(scenario) ? scripts : []).map(get),
    uses('venmo') && askVenmo(graphQL),
  ])
  if (uses('threeDSecure'))
    for (const choice of ['cancel', 'confirm'])
      await visitBank(gateway, await tokenize(challengedCard), choice)
  return { token: token.replaceAll(origin, '{gateway}'), answers }
}

type Card = (typeof cards)[number]
type Token = { authorizationFingerprint: string; clientApiUrl: string; graphQL: { url: string } }
type Gateway = ReturnType<typeof openGateway>

/** Records calls as a page makes them. */
function openGateway(
  origin: string,
  { authorizationFingerprint, clientApiUrl, graphQL }: Token,
  delays: number[],
) {
  const answers: SetUp['answers'] = {}
  async function ask(address: string, init: RequestInit & { body?: string } = {}) {
    const start = Date.now()
    const answer = await answerTo(address, init, origin)
    const after = Math.max(0, ...delays.filter((delay) => Date.now() - start >= delay))
    const question = requestKey(init.method ?? 'GET', address.slice(origin.length), init.body ?? '')
    answers[question] = answer && { ...answer, ...(after && { after }) }
    return answer
  }
  const post = (address: string, body: object) => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${authorizationFingerprint}`,
    }
    return ask(address, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  return {
    origin,
    answers,
    get: (path: string) => ask(`${origin}/${path}`),
    submit: (path: string, fields: Record<string, string>) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      return ask(`${origin}/${path}`, { method: 'POST', headers, body: `${new URLSearchParams(fields)}` })
    },
    read: (path: string) =>
      ask(`${clientApiUrl}/v1/${path}?${new URLSearchParams({ authorizationFingerprint })}`),
    write: (path: string, body: object) =>
      post(`${clientApiUrl}/v1/${path}`, { authorizationFingerprint, ...body }),
    graphQL: (body: object) => post(graphQL.url, body),
  }
}

async function answerTo(address: string, init: RequestInit, origin: string): Promise<Answer> {
  try {
    const response = await fetch(address, { redirect: 'manual', ...init })
    const body = (await response.text()).replaceAll(origin, '{gateway}')
    const location = response.headers.get('location')
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, body, ...(location && { location }) }
  } catch {
    return null
  }
}

const parseContent = (answer: Answer | undefined) => {
  try {
    return JSON.parse(answer?.body ?? '')
  } catch {
    return {}
  }
}

const cardWith = (card: Card | undefined) => ({
  ...card,
  expirationMonth: '12',
  expirationYear: String(new Date().getFullYear() + 4),
  billingAddress: { postalCode: '94000' },
})

const mutation = (name: string, fields: string, input: object) => ({
  query: `mutation ${name}($input: ${name}Input!) { ${name[0]?.toLowerCase()}${name.slice(1)}(input: $input) { ${fields} } }`,
  variables: { input },
})

const deletionQuery = ({ nonce }: { nonce: string }) =>
  mutation('DeletePaymentMethodFromSingleUseToken', 'clientMutationId', { singleUseTokenId: nonce })

/** An unapproved Venmo payment, by both APIs. */
async function askVenmo(graphQL: Gateway['graphQL']) {
  const shown = (type: string) => `${type} { id merchantId createdAt expiresAt }`
  const older = { environment: 'SANDBOX', intent: 'PAY_FROM_APP' }
  const input = { intent: 'PAY_FROM_APP', paymentMethodUsage: 'SINGLE_USE', customerClient: 'DESKTOP' }
  await graphQL(mutation('CreateVenmoQRCodePaymentContext', shown('venmoQRCodePaymentContext'), older))
  const created = await graphQL(mutation('CreateVenmoPaymentContext', shown('venmoPaymentContext'), input))
  const { id } = parseContent(created).data.createVenmoPaymentContext.venmoPaymentContext
  const query =
    'query PaymentContext($id: ID!) { node(id: $id) { ... on VenmoPaymentContext { status paymentMethodId userName } } }'
  await graphQL({ query, variables: { id } })
  await graphQL(mutation('UpdateVenmoPaymentContextStatus', 'clientMutationId', { id, status: 'CANCELED' }))
}

/** The older flow of 3-D Secure: the bank's page, its answer, and the gateway's result. */
async function visitBank({ origin, write, submit }: Gateway, tokenized: Answer, choice: string) {
  const nonce = parseContent(tokenized).data?.tokenizeCreditCard?.token
  const answer = await write(`payment_methods/${nonce}/three_d_secure/lookup`, { amount: '10.00' })
  const { lookup } = parseContent(answer)
  if (!lookup?.acsUrl) return
  const { bank } = await (await fetch(`${origin}/control/three-d-secure/${lookup.md}`)).json()
  const page = `three-d-secure/bank/${lookup.md}`
  const TermUrl = `${origin}/three-d-secure/complete`
  await submit(page, { TermUrl })
  const result = await submit(page, { TermUrl, choice, code: bank.code })
  const [, PaRes = ''] = /name="PaRes" value="([^"]*)"/.exec(result?.body ?? '') ?? []
  const back = new URLSearchParams({ authentication_complete_base_url: `${origin}/?` })
  await submit(`three-d-secure/complete?${back}`, { PaRes, MD: lookup.md })
}
