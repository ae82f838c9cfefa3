import type { AnyOptions, Scenario } from './scenario.ts'

/** Code of each entry point for a scenario. */
export const ways: Record<string, (scenario: Scenario) => string> = {
  'script tag': (scenario) => `<div id="payment"></div>
<button id="pay">Pay</button>
<script src="/dropin/dropin.js"></script>
<script>
  ${indented(
    1,
    `${describeToken(scenario)}
  .then((clientToken) => braintree.dropin.create(${indented(1, createOptions(scenario))}))
  .then((widget) => {
    ${indented(2, pressed)}
  })`,
  )}
</script>`,
  AMD: (scenario) => `require.config({ paths: { dropin: '/dropin/dropin' } })
require(['dropin'], async (dropin) => {
  const clientToken = await ${describeToken(scenario)}
  const widget = await dropin.create(${indented(1, createOptions(scenario))})
  ${indented(1, pressed)}
})`,
  'ES module, Vite': (scenario) => `import { create } from '@courtside/dropin'

${created(scenario)}`,
  'webpack, require': (scenario) => `const { create } = require('@courtside/dropin')

async function openPayment() {
  ${indented(1, created(scenario))}
}

openPayment()`,
  esbuild: (scenario) => `// npx esbuild pay.js --bundle --format=esm --splitting --outdir=public
// <link rel="stylesheet" href="/pay.css"> <script type="module" src="/pay.js"></script>
import '@courtside/dropin/dropin.css'
import { create } from '@courtside/dropin'

${created(scenario)}`,
  React: (scenario) => {
    const { container: _, locale, ...options } = firstOptions(scenario)
    return `import { DropIn } from '@courtside/dropin/react'
import { useState } from 'react'

// clientToken comes ${describePayer(scenario)}.
export function Payment({ clientToken, sell }) {
  const [widget, setWidget] = useState(null)
  const options = ${indented(1, literal(options))}
  async function pay() {
    const { nonce } = await widget.requestPaymentMethod()
    await sell(nonce)
  }
  return (
    <>
      <DropIn options={options}${locale ? ` locale="${locale}"` : ''} onInstance={setWidget} onError={console.error} />
      <button type="button" disabled={!widget} onClick={pay}>Pay</button>
    </>
  )
}`
  },
  'the element': (scenario) => {
    const { container: _, authorization, locale, ...options } = firstOptions(scenario)
    return `<payment-dropin${locale ? ` locale="${locale}"` : ''}></payment-dropin>
<button id="pay">Pay</button>
<script type="module">
  import '@courtside/dropin/element'

  const element = document.querySelector('payment-dropin')
  element.options = ${indented(1, literal(options))}
  const clientToken = await ${describeToken(scenario)}
  element.setAttribute('authorization', ${literal(authorization)})
  document.querySelector('#pay').onclick = async () => {
    const { nonce } = await element.widget.requestPaymentMethod()
    // Send the nonce to your server, which makes the sale.
  }
</script>`
  },
}

const clientToken = 'CLIENT TOKEN'

/** The first of several widgets. */
const firstOptions = ({ options, widgets: [first] = [] }: Scenario): AnyOptions => ({
  authorization: clientToken,
  container: '#payment',
  ...options,
  ...first,
})

const createOptions = (scenario: Scenario) => literal(firstOptions(scenario))

const describePayer = ({ saved }: Scenario) => `from your server, for ${saved ? 'a customer' : 'a guest'}`

const describeToken = (scenario: Scenario) =>
  `fetch('/client-token').then((answer) => answer.text()) // ${describePayer(scenario)}`

const pressed = `document.querySelector('#pay').onclick = async () => {
  const { nonce } = await widget.requestPaymentMethod()
  // Send the nonce to your server, which makes the sale.
}`

const created = (scenario: Scenario) => `const clientToken = await ${describeToken(scenario)}
const widget = await create(${createOptions(scenario)})
${pressed}`

const indented = (depth: number, text: string) => text.replaceAll('\n', `\n${'  '.repeat(depth)}`)

/** A JavaScript literal, on one line if it fits. */
function literal(value: unknown): string {
  if (value === clientToken) return 'clientToken'
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => (open === '[' ? literal(part) : `${formatKey(key)}: ${literal(part)}`))
  const line = open === '[' ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  if (parts.length === 0) return `${open}${close}`
  if (line.length < 64 && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `  ${indented(1, part)},\n`).join('')}${close}`
}

const formatKey = (key: string) => (/^\w+$/.test(key) ? key : `'${key}'`)
