import { type Answer, type Recording, requestKey } from './question.ts'

/**
 * Service worker that plays the gateway with answers recorded during the build; other requests go to the page's host.
 */
type Worker = {
  registration: ServiceWorkerRegistration
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}
type FetchEvent = Event & {
  request: Request
  clientId: string
  respondWith: (answer: Promise<Response>) => void
}

const worker = self as typeof self & Worker
const base = worker.registration.scope
let loading: Promise<Recording> | undefined
/** Set-up of each open page. */
const shownBy = new Map<string, number>()
/** Nonces deleted since the scenario was shown. */
const deleted = new Set<string>()

worker.addEventListener('install', () => worker.skipWaiting())
worker.addEventListener('message', () => worker.clients.claim())
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event as FetchEvent)
  if (answer) (event as FetchEvent).respondWith(answer)
})

function answerTo({ request, clientId }: FetchEvent) {
  const { url, destination } = request
  if (url.startsWith(`${base}client-token?`)) return clientToken(url, clientId)
  const [, number, address] = /^gateway\/(?:(\d+)\/)?(.+)/.exec(url.slice(base.length)) ?? []
  if (url.startsWith(base)) return address ? play(request, Number(number), address) : undefined
  const shown = shownBy.get(clientId)
  const isThirdParty = destination === 'script' && new URL(url).origin === new URL(base).origin
  return isThirdParty && shown !== undefined ? playScript(request, shown) : undefined
}

function recording() {
  loading ??= fetch(`${base}recording.json`).then((answer) => answer.json())
  return loading
}

async function clientToken(address: string, clientId: string) {
  const { scenarios, setUps } = await recording()
  const number = scenarios[new URL(address).searchParams.get('scenario') ?? ''] ?? -1
  deleted.clear()
  shownBy.set(clientId, number)
  return new Response(btoa(`${setUps[number]?.token.replaceAll('{gateway}', gatewayAt(number))}`))
}

const gatewayAt = (number: number) => `${base}gateway/${number}`

async function play(request: Request, number: number, address: string): Promise<Response> {
  const body = request.method === 'POST' ? await request.text() : ''
  if (address.startsWith('analytics/')) return Response.json({})
  const question = requestKey(request.method, `/${address}`, body)
  const answer = (await recording()).setUps[number]?.answers[question]
  if (answer?.after) await new Promise((resolve) => setTimeout(resolve, answer.after))
  if (answer) return replay(answer, number, { question, address, body })
  if (answer === null) return Response.error()
  const file = request.method === 'GET' ? await fetch(`${base}gateway/${address}`) : undefined
  return file?.ok ? file : new Response(unplayed, { status: 501, headers: { 'Content-Type': 'text/html' } })
}

/**
 * The widget requests third-party scripts from the root of the gateway's host; these request their pages beside them.
 */
async function playScript(request: Request, number: number) {
  const path = new URL(request.url).pathname.slice(1)
  const answer = await play(request, number, path)
  if (!answer.ok) return answer
  const self = `(${JSON.stringify({ src: `${gatewayAt(number)}/${path}` })})`
  const script = (await answer.text()).replaceAll('document.currentScript', self)
  return new Response(script, { headers: { 'Content-Type': 'text/javascript' } })
}

/** The button in a wallet's sheet cancels the payment. */
const unplayed = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not here</title>
<body><p>This page has no gateway behind it: what comes now was not recorded.</p><button autofocus>Close</button>
<script>
  const close = () => parent === window ? window.close() : parent.postMessage({ wallet: { choice: null } }, '*')
  document.querySelector('button').onclick = close
  addEventListener('keydown', ({ key }) => key === 'Escape' && close())
</script>`

type RecordedRequest = { question: string; address: string; body: string }

function replay(
  { status, type, body, location }: NonNullable<Answer>,
  number: number,
  request: RecordedRequest,
) {
  const { searchParams } = new URL(request.address, base)
  if (location) {
    const parameters = new URLSearchParams(location.slice(location.indexOf('?')))
    return Response.redirect(`${searchParams.get('authentication_complete_base_url')}${parameters}`, 303)
  }
  const back = request.question.startsWith('bank') && new URLSearchParams(request.body).get('TermUrl')
  const text = back
    ? body.replaceAll('{gateway}/three-d-secure/complete', back.replaceAll('&', '&amp;'))
    : body
  const content = text.replaceAll('{gateway}', gatewayAt(number))
  return new Response(withoutDeleted(request, content), { status, headers: { 'Content-Type': type } })
}

function withoutDeleted({ question, body }: RecordedRequest, content: string) {
  if (question.endsWith('DeletePaymentMethodFromSingleUseToken'))
    deleted.add(JSON.parse(body).variables.input.singleUseTokenId)
  if (question !== 'GET payment_methods' || deleted.size === 0) return content
  const { paymentMethods } = JSON.parse(content) as { paymentMethods: { nonce: string }[] }
  return JSON.stringify({ paymentMethods: paymentMethods.filter(({ nonce }) => !deleted.has(nonce)) })
}
