import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { minify } from 'vite'
import { type BraintreeHosts, openBraintreeHosts } from '../../e2e/support/widget/braintree-hosts.ts'
import { openBrowser } from '../harness/browser.mjs'
import { atMost, note, title } from '../harness/report.ts'
import { measureLeaks } from './widget-leaks.ts'
import { type Browser, configurationAndFrames, create, evaluation, nonceAlone } from './widget-rounds.ts'

const rounds = 21
/** Discarded warm-up rounds. */
const warmUps = 3
const bounds = {
  evaluation: { original: 0.2 },
  ready: { original: 0.6, reference: 1.2 },
  nonce: { original: 1, reference: 1.3 },
}

/** Ours against the original, minified, over TLS, and against a lower bound. */
export async function measureWidget() {
  const hosts = await openBraintreeHosts(await pages())
  const browser = await openBrowser(hosts.browserArguments)
  try {
    await measureSpeed(browser, hosts)
    await measureLeaks(browser, hosts)
  } finally {
    await browser.close()
    await hosts.close()
  }
}

async function measureSpeed(browser: Browser, hosts: BraintreeHosts) {
  title(`The widget beside the original: ${rounds} rounds in turn, milliseconds, mean of the fastest third`)
  const { clientToken } = await hosts.merchant.clientToken.generate({})
  const [ours, original] = [`${hosts.shop}ours.html`, `${hosts.shop}original.html`]
  const taken: Record<string, number[]> = {}
  const record = (name: string, millis: number) => {
    taken[name] = [...(taken[name] ?? []), millis]
  }
  const steps: Record<string, number[]> = {}
  let sent = await create(browser, ours, clientToken)
  const measures = [
    async () => {
      sent = await create(browser, ours, clientToken)
      for (const [step, at] of Object.entries(sent.steps)) steps[step] = [...(steps[step] ?? []), at]
      record('ready', sent.ready)
      record('nonce', sent.nonce)
    },
    async () => {
      const { ready, nonce } = await create(browser, original, clientToken)
      record('ready of the original', ready)
      record('nonce of the original', nonce)
    },
    async () => record('ready of the reference', await configurationAndFrames(browser, hosts.shop, sent)),
    async () => record('nonce of the reference', await nonceAlone(browser, hosts.shop, sent)),
    async () => record('evaluation', await evaluation(browser, hosts.shop, 'dropin.js')),
    async () =>
      record('evaluation of the original', await evaluation(browser, hosts.shop, 'original.min.js')),
  ]
  for (let round = -warmUps; round < rounds; round++) {
    if (round === 0)
      for (const series of [taken, steps]) for (const name of Object.keys(series)) delete series[name]
    // Alternating order: the round before is still being cleaned up.
    for (const measure of round % 2 ? measures : [...measures].reverse()) await measure()
  }
  for (const [name, against] of Object.entries(bounds))
    for (const [other, most] of Object.entries(against)) {
      const [actual, reference] = [fastest(taken[name]), fastest(taken[`${name} of the ${other}`])]
      atMost(most, `${name} beside the ${other}`, actual / reference, `${ms(actual)} and ${ms(reference)}`)
    }
  for (const [step, at] of Object.entries(steps)) note(`${ms(fastest(at)).padStart(8)}  ${step}`)
}

const ms = (millis: number) => `${millis.toFixed(1)} ms`

function fastest(millis: number[] = []) {
  const some = [...millis].sort((left, right) => left - right).slice(0, Math.ceil(rounds / 3))
  return some.reduce((sum, each) => sum + each, 0) / some.length
}

/** Pages of the shop with either widget. */
async function pages(): Promise<Record<string, string>> {
  const at = (file: string) =>
    readFileSync(fileURLToPath(new URL(`../../dropin/dist/${file}`, import.meta.url)), 'utf8')
  const source = createRequire(import.meta.url).resolve('braintree-web-drop-in/dist/browser/dropin.js')
  const original = await minify('dropin.js', readFileSync(source, 'utf8'))
  const page = (script: string) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,">
    <main><h1>Pay</h1><div id="place"></div></main>${script && `<script src="/${script}"></script>`}</html>`
  return {
    '/ours.html': page('dropin.js'),
    '/original.html': page('original.min.js'),
    '/empty.html': page(''),
    '/dropin.js': at('dropin.js'),
    '/dropin.css': at('dropin.css'),
    '/original.min.js': original.code,
  }
}
