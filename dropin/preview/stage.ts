import stylesheet from '../src/dropin.css?url'
import { createApi } from '../src/dropin.ts'
import { create, type Dropin, DropinError, type DropinEvents, type Options } from '../src/index.tsx'
import { spaceFor } from './places.ts'
import type { Action, AnyOptions, Scenario, Step } from './scenario.ts'

const announced: (keyof DropinEvents)[] = [
  'paymentMethodRequestable',
  'noPaymentMethodRequestable',
  'changeActiveView',
  'card:binAvailable',
]

export type Stage = { perform: (step: Step) => Promise<void>; leave: () => void }

/** Inserts places and widgets, then performs the steps. */
export function setStage(name: string, scenario: Scenario): Stage {
  const { place = 'block', widgets = [{}], looks = '', dir = '', steps = [] } = scenario
  const leaving = new AbortController()
  const spaces = widgets.map(() => spaceFor(place))
  const made: Dropin[] = []
  let token: Promise<string> | undefined
  document.documentElement.className = looks
  document.documentElement.dir = dir
  document.querySelector('section')?.replaceChildren(...spaces.map(({ space }) => space))
  document.querySelector('ol')?.replaceChildren()
  showOutput('')
  if (scenario.missing === 'frames') keepFramesOut()

  async function createIn(container: Element | undefined, overrides: AnyOptions = {}) {
    const options = { container, ...scenario.options, ...overrides, signal: leaving.signal }
    token ??= clientToken(name)
    const { create } = scenario.missing === 'texts' ? textless : dropin
    const widget = await create({ authorization: await token, ...options } as Options)
    for (const event of announced) widget.on(event, (payload) => log(event, payload))
    made.push(widget)
    showOutput('ready')
  }
  const actions: Record<Action, () => unknown> = {
    requests: () => Promise.all(made.map(async (widget) => await request(widget))),
    clears: () => made[0]?.clearSelectedPaymentMethod(),
    edits: () => showOutput(`edits: ${made[0]?.editPaymentMethod()}`),
    'tears down': async () => {
      await made.shift()?.teardown()
      showOutput('torn down')
    },
    'creates again': () => createIn(spaces[0]?.container),
    'shows the place': () => spaces[0]?.space.removeAttribute('hidden'),
    'speaks German': () => made[0]?.setLocale('de_DE'),
  }
  async function request(widget: Dropin) {
    await widget.requestPaymentMethod().then((method) => showOutput(JSON.stringify(method)), fail)
  }
  async function perform(step: Step) {
    if (typeof step === 'string') await press(spaces[0]?.container, step, leaving.signal)
    else await actions[step.shop]()
  }
  async function play() {
    await Promise.all(widgets.map((options, index) => createIn(spaces[index]?.container, options)))
    if (JSON.stringify(scenario.options ?? {}).includes('prefill')) await untilFilledIn()
    for (const step of steps) await perform(step)
  }
  /** Each prefilled field reports by itself; some scenarios have invalid values. */
  async function untilFilledIn() {
    const until = performance.now() + 3000
    while (performance.now() < until && !made.every((widget) => widget.isPaymentMethodRequestable()))
      await new Promise(requestAnimationFrame)
  }
  function fail(problem: unknown) {
    if (leaving.signal.aborted) return
    const cause = problem instanceof DropinError ? problem._braintreeWebError : undefined
    showOutput(`${problem}${cause ? ` (${cause.code})` : ''}`)
  }
  play().catch(fail)
  return {
    perform: (step) => perform(step).catch(fail),
    leave() {
      leaving.abort()
      for (const widget of made) widget.teardown().catch(reportError)
    },
  }
}

const dropin = { create }
const missing = () => Promise.reject(new Error('The file is not there.'))
const textless = createApi(() => [{ stylesheet, loadLocale: missing, loadCode: missing }]) as typeof dropin

/** By a Content-Security-Policy, in force until the page is reloaded. */
function keepFramesOut() {
  const policy = document.createElement('meta')
  Object.assign(policy, { httpEquiv: 'Content-Security-Policy', content: "frame-src 'none'" })
  document.head.append(policy)
}

async function clientToken(name: string) {
  const answer = await fetch(`client-token?scenario=${encodeURIComponent(name)}`)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

/** Presses the button with this text once visible. */
async function press(container: Element | undefined, text: string, leaving: AbortSignal) {
  while (!leaving.aborted) {
    const buttons = [...(container?.querySelectorAll<HTMLElement>('[role=button]') ?? [])]
    const button = buttons.find(
      (each) => each.textContent?.includes(text) && each.checkVisibility({ visibilityProperty: true }),
    )
    if (button) return button.click()
    await new Promise(requestAnimationFrame)
  }
}

function showOutput(text: string) {
  const output = document.querySelector('output')
  if (output) output.textContent = text
}

function log(event: string, payload: unknown) {
  const item = document.createElement('li')
  item.textContent = `${event} ${JSON.stringify(payload) ?? ''}`
  document.querySelector('ol')?.append(item)
}
