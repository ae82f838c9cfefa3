// Packs the widget as it would be published, installs it, and checks what pages, servers and bundlers find in it, and what
// it weighs.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from './build.mjs'
import { binOf, Failure, main, npm, readJson, root, run } from './tools.mjs'
import { usePackage } from './use-package.mjs'

const kilobyte = 1024
/** What a page loads of us for a card in English, compressed: the frames are weighed where they are built. */
const mostOfWidget = 36 * kilobyte
/** As it is: a page waits while the text is read, which `npm run bench -- widget` measures. */
const mostToRead = 87 * kilobyte
const mostOfLocale = 4 * kilobyte
/** What comes only when it is needed, and the parts of the SDK: how much each of these files may weigh that is not named. */
const mostOfFiles = {
  options: {
    each: 2 * kilobyte,
    shared: 6 * kilobyte,
    'three-d-secure': 9.25 * kilobyte,
    'google-pay': 3 * kilobyte,
    paypal: 4 * kilobyte,
    venmo: 9 * kilobyte,
    'billing-address': 7 * kilobyte,
    deletion: kilobyte,
    'script-tag': kilobyte,
  },
  parts: {
    each: 6 * kilobyte,
    'hosted-fields': 9 * kilobyte,
    'paypal-checkout': 7 * kilobyte,
    'three-d-secure': 13 * kilobyte,
    'vault-manager': 5 * kilobyte,
    venmo: 13 * kilobyte,
  },
}

await main(
  async () => {
    await build(['dropin'])
    const folder = mkdtempSync(join(tmpdir(), 'courtside-package-'))
    try {
      const tarball = await packInto(folder)
      await passes('publint', [binOf('publint'), 'run', tarball, '--strict'])
      await passes('attw', [
        binOf('@arethetypeswrong/cli', 'attw'),
        tarball,
        ...['--profile', 'node16', '--exclude-entrypoints', 'dropin.css', 'global'],
      ])
      checkNotices()
      await usePackage(tarball, folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
    const script = weightOf('dropin.js')
    const style = weightOf('dropin.css')
    console.log(`script ${script} and style ${style} bytes compressed, of ${mostOfWidget}`)
    if (script + style > mostOfWidget) throw new Failure('The widget weighs more than it may.')
    const toRead = statSync(join(root, 'dropin/dist/dropin.js')).size
    console.log(`the script is ${toRead} bytes to read, of ${mostToRead}`)
    if (toRead > mostToRead) throw new Failure('The script holds more than a card form needs.')
    weighHeaviestLocale()
    for (const [folder, mosts] of Object.entries(mostOfFiles)) weighEach(folder, mosts)
  },
  { codeWhenAsked: 0 },
)

async function packInto(folder) {
  const { code, output } = await npm(['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(root, 'dropin'),
  })
  if (code !== 0) throw new Failure(output)
  return join(folder, `courtside-dropin-${readJson(join(root, 'dropin/package.json')).version}.tgz`)
}

/** What may be built in stands among the packages to develop with: React is the page's own, types are no code. */
function checkNotices() {
  const notices = readFileSync(join(root, 'dropin/THIRD-PARTY.md'), 'utf8')
  const { devDependencies } = readJson(join(root, 'dropin/package.json'))
  for (const name of Object.keys(devDependencies))
    if (!/^(@types\/|react(-dom)?$|happy-dom$)/.test(name) && !notices.includes(`## ${name}\n`))
      throw new Failure(`dropin/THIRD-PARTY.md has no notice of ${name}.`)
}

async function passes(name, args) {
  const { code, output } = await run(process.execPath, args)
  if (code !== 0) throw new Failure(`${output}\n${name} is not content with the package.`)
}

function weightOf(file) {
  return gzipSync(readFileSync(join(root, 'dropin/dist', file)), { level: 9 }).length
}

function filesIn(folder) {
  return readdirSync(join(root, 'dropin/dist', folder)).map((file) => `${folder}/${file}`)
}

function weighHeaviestLocale() {
  const heaviest = Math.max(...filesIn('locales').map(weightOf))
  console.log(`the heaviest locale ${heaviest} bytes compressed, of ${mostOfLocale}`)
  if (heaviest > mostOfLocale) throw new Failure('A locale weighs more than it may.')
}

function weighEach(folder, { each, ...others }) {
  const bounds = new Map(Object.entries(others).map(([name, most]) => [`${folder}/${name}.js`, most]))
  for (const file of new Set([...bounds.keys(), ...filesIn(folder)])) {
    const most = bounds.get(file) ?? each
    const weight = weightOf(file)
    console.log(`${file} ${weight} bytes compressed, of ${most}`)
    if (weight > most) throw new Failure(`${file} weighs more than it may.`)
  }
}
