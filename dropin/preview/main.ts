import { create, type Dropin, DropinError, type DropinEvents } from '../src/index.tsx'
import { type Scenario, scenarios } from './scenarios.ts'

const name = new URLSearchParams(window.location.search).get('scenario') ?? 'guest'
const scenario = scenarios[name]
const output = document.querySelector('output')
const events = document.querySelector('ol')
const announced: (keyof DropinEvents)[] = [
  'paymentMethodRequestable',
  'noPaymentMethodRequestable',
  'changeActiveView',
  'card:binAvailable',
]
let widget: Dropin | undefined

for (const known of Object.keys(scenarios)) {
  const link = document.createElement('a')
  link.href = `?scenario=${encodeURIComponent(known)}`
  link.textContent = known
  document.querySelector('nav')?.append(link)
}
on('request', async () => show(await widget?.requestPaymentMethod()))
on('clear', async () => widget?.clearSelectedPaymentMethod())
on('teardown', async () => show((await widget?.teardown()) ?? 'torn down'))
on('create', async () => start(scenario))
if (scenario) start(scenario).catch(fail)
else show(`There is no scenario named ${name}.`)

async function start({ customer, className = '', dir = '', options }: Scenario = {}) {
  document.documentElement.className = className
  document.documentElement.dir = dir
  const answer = await fetch(`/client-token?customer=${customer ? 'saved' : ''}`)
  if (!answer.ok) throw new Error(await answer.text())
  widget = await create({ authorization: await answer.text(), container: '#place', ...options })
  for (const event of announced) widget.on(event, (payload) => log(event, payload))
  show('ready')
}

function on(id: string, act: () => Promise<void>) {
  document.getElementById(id)?.addEventListener('click', () => void act().catch(fail))
}

function fail(problem: unknown) {
  const cause = problem instanceof DropinError ? problem._braintreeWebError : undefined
  show(`${problem}${cause ? ` (${cause.code})` : ''}`)
}

function show(result: unknown) {
  if (output) output.textContent = typeof result === 'string' ? result : JSON.stringify(result)
}

function log(event: string, payload: unknown) {
  const item = document.createElement('li')
  item.textContent = `${event} ${JSON.stringify(payload) ?? ''}`
  events?.append(item)
}
