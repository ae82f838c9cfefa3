import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { minify } from 'vite'
import { type BraintreeHosts, openBraintreeHosts } from '../e2e/support/widget/braintree-hosts.ts'
import { openBrowser } from './browser.mjs'
import { atMost, note, title } from './report.ts'
import { measureLeaks } from './widget-leaks.ts'
import { type Browser, configurationAndFrames, create, evaluation, nonceAlone } from './widget-rounds.ts'

const rounds = 21
/** They warm up the sandbox and the browser, and do not count. */
const warmUps = 3
const bounds = {
  evaluation: { original: 0.2 },
  ready: { original: 0.6, reference: 1.2 },
  nonce: { original: 1, reference: 1.3 },
}

/** Our widget beside the original, minified, over the same TLS hosts; and beside what neither can do without. */
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
  const keep = (name: string, millis: number) => {
    taken[name] = [...(taken[name] ?? []), millis]
  }
  const steps: Record<string, number[]> = {}
  let sent = await create(browser, ours, clientToken)
  const measures = [
    async () => {
      sent = await create(browser, ours, clientToken)
      for (const [step, at] of Object.entries(sent.steps)) steps[step] = [...(steps[step] ?? []), at]
      keep('ready', sent.ready)
      keep('nonce', sent.nonce)
    },
    async () => {
      const { ready, nonce } = await create(browser, original, clientToken)
      keep('ready of the original', ready)
      keep('nonce of the original', nonce)
    },
    async () => keep('ready of the reference', await configurationAndFrames(browser, hosts.shop, sent)),
    async () => keep('nonce of the reference', await nonceAlone(browser, hosts.shop, sent)),
    async () => keep('evaluation', await evaluation(browser, hosts.shop, 'dropin.js')),
    async () => keep('evaluation of the original', await evaluation(browser, hosts.shop, 'original.min.js')),
  ]
  for (let round = -warmUps; round < rounds; round++) {
    if (round === 0)
      for (const kept of [taken, steps]) for (const name of Object.keys(kept)) delete kept[name]
    // Each comes after the other as often as before it: what went before is still being cleared away.
    for (const measure of round % 2 ? measures : [...measures].reverse()) await measure()
  }
  for (const [name, against] of Object.entries(bounds))
    for (const [other, most] of Object.entries(against)) {
      const [own, beside] = [fastest(taken[name]), fastest(taken[`${name} of the ${other}`])]
      atMost(most, `${name} beside the ${other}`, own / beside, `${ms(own)} and ${ms(beside)}`)
    }
  for (const [step, at] of Object.entries(steps)) note(`${ms(fastest(at)).padStart(8)}  ${step}`)
}

const ms = (millis: number) => `${millis.toFixed(1)} ms`

function fastest(millis: number[] = []) {
  const some = [...millis].sort((left, right) => left - right).slice(0, Math.ceil(rounds / 3))
  return some.reduce((sum, each) => sum + each, 0) / some.length
}

/** A shop's page with each of the two, and their files. */
async function pages(): Promise<Record<string, string>> {
  const at = (file: string) =>
    readFileSync(fileURLToPath(new URL(`../dropin/dist/${file}`, import.meta.url)), 'utf8')
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
