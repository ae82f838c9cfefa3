import { createHash } from 'node:crypto'
import { watch } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = at('../dist/frames/web/3.99.0/html')

type Page = {
  name: string
  title: string
  script?: string
  style?: string
  text?: string
  policy?: string
  notice?: string
  /** Lazily loaded scripts, by the constant that holds their address. */
  parts?: Record<string, string>
}

/** Card data can only be sent to the gateway that served the frame; all hosts of Braintree count as one gateway. */
const gateway = "connect-src 'self' https://*.braintreegateway.com https://*.braintree-api.com"

/** The pages of the assets host, one file each; lazy scripts have hashed names beside them. */
const pages: Page[] = [
  {
    name: 'hosted-fields-frame',
    title: 'Card field',
    script: 'hosted-fields/main.ts',
    style: 'hosted-fields/frame.css',
    policy: gateway,
    parts: { tokenizerAddress: 'hosted-fields/tokenize.ts' },
  },
  { name: 'dispatch-frame', title: 'Waiting for another window', script: 'dispatch.ts' },
  { name: 'redirect-frame', title: 'Going back to the shop', script: 'redirect.ts' },
  {
    name: 'venmo-desktop-frame',
    title: 'Venmo',
    script: 'venmo-desktop/main.ts',
    style: 'venmo-desktop/frame.css',
    notice: 'QR codes by uqr: © Project Nayuki, © 2023 Anthony Fu; MIT License, see THIRD-PARTY.md',
  },
  { name: 'venmo-landing-frame', title: 'Going to Venmo', text: 'One moment…' },
  {
    name: 'three-d-secure-bank-frame',
    title: 'Going to your bank',
    script: 'three-d-secure-bank.ts',
    text: 'One moment…',
    // A bank may be anywhere.
    policy: `${gateway}; form-action 'self' https:`,
  },
  {
    name: 'three-d-secure-authentication-complete-frame',
    title: 'Going back to the shop',
    script: 'three-d-secure-complete.ts',
  },
]

/** Budgets in bytes, compressed. */
const budgets: Record<string, number> = {
  'hosted-fields-frame': 9 * 1024,
  'venmo-desktop-frame': 14 * 1024,
}
const budget = 2 * 1024

const isWatching = process.argv.includes('--watch')
const cspHash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

await rm(at('../dist/frames'), { recursive: true, force: true })
await mkdir(`${outDir}/assets`, { recursive: true })
await writeAll()
let changes = Promise.resolve()
if (isWatching) for (const folder of ['.', '../agreed']) watch(at(folder), { recursive: true }, again)

async function writeAll() {
  for (const page of pages) {
    const html = await renderPage(page)
    const most = budgets[page.name] ?? budget
    const { length } = await promisify(gzip)(html, { level: 9 })
    if (length > most && !isWatching)
      throw new Error(`${page.name} has ${length} bytes compressed, and may have ${most}.`)
    console.log(`${page.name} ${length} bytes compressed, of ${most}`)
    // Widgets request the `.min` name, or the plain one in debug mode.
    for (const ending of ['html', 'min.html']) await writeChanged(`${outDir}/${page.name}.${ending}`, html)
  }
}

/** Unchanged files are not written: each write reloads the page in watch mode. */
async function writeChanged(file: string, content: string) {
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (content !== before) await writeFile(file, content)
}

function again() {
  // Compile errors are logged; the next change may fix them.
  changes = changes.then(writeAll).catch(console.error)
}

async function renderPage({ title, script, style, text = '', policy = '', notice, parts = {} }: Page) {
  const addresses = await Promise.all(Object.entries(parts).map(writePart))
  const code = script && (await compiled(script, 'iife', Object.fromEntries(addresses)))
  const css = style && (await readFile(at(style), 'utf8')).replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
  const rules = [
    "default-src 'none'",
    code && `script-src ${cspHash(code)}${addresses.length ? " 'self'" : ''}`,
    css && `style-src ${cspHash(css)}`,
    policy,
    "base-uri 'none'",
    !policy.includes('form-action') && "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${rules.filter(Boolean).join('; ')}">`,
    `<title>${title}</title>`,
    notice && `<!-- ${notice} -->`,
    css && `<style>${css}</style>`,
    `<body>${text}`,
    code && `<script>${code}</script>`,
  ]
    .filter(Boolean)
    .join('\n')
}

async function writePart([name, script]: [string, string]) {
  const code = await compiled(script, 'es', {})
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12)
  await writeChanged(`${outDir}/assets/${hash}.js`, code)
  return [name, JSON.stringify(`./assets/${hash}.js`)]
}

async function compiled(script: string, format: 'iife' | 'es', define: Record<string, string>) {
  // As a library, a page's script loads its lazy parts with plain dynamic imports.
  const input = { input: at(script), preserveEntrySignatures: 'strict' as const }
  const shape =
    format === 'es'
      ? { rolldownOptions: input }
      : { lib: { entry: at(script), name: 'frame', formats: [format] } }
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    root: at('.'),
    define,
    build: { write: false, modulePreload: false, ...shape },
  })
  const [chunk] = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (!chunk || !('code' in chunk)) throw new Error(`${script} made no script.`)
  return chunk.code.trim().replaceAll('</script', '<\\/script')
}
