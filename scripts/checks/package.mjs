// Packs and installs the widget, and checks content, size and use.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from '../build.mjs'
import { binPath, Failure, main, npm, readJson, root, run } from '../tools.mjs'
import { usePackage } from './use-package.mjs'

const kilobyte = 1024
const widgetBudget = 36 * kilobyte
/** Uncompressed, for the parsing time. */
const parsedBudget = 87 * kilobyte
const localeBudget = 4 * kilobyte
/** Budget of lazily loaded files, unless named. */
const fileBudgets = {
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
      await passes('publint', [binPath('publint'), 'run', tarball, '--strict'])
      await passes('attw', [
        binPath('@arethetypeswrong/cli', 'attw'),
        tarball,
        ...['--profile', 'node16', '--exclude-entrypoints', 'dropin.css', 'global'],
      ])
      checkNotices()
      await usePackage(tarball, folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
    const script = weigh('dropin.js')
    const style = weigh('dropin.css')
    console.log(`script ${script} and style ${style} bytes compressed, of ${widgetBudget}`)
    if (script + style > widgetBudget) throw new Failure('The widget weighs more than it may.')
    const toRead = statSync(join(root, 'dropin/dist/dropin.js')).size
    console.log(`the script is ${toRead} bytes to read, of ${parsedBudget}`)
    if (toRead > parsedBudget) throw new Failure('The script holds more than a card form needs.')
    weighHeaviestLocale()
    for (const [folder, mosts] of Object.entries(fileBudgets)) weighEach(folder, mosts)
  },
  { signalCode: 0 },
)

async function packInto(folder) {
  const { code, output } = await npm(['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(root, 'dropin'),
  })
  if (code !== 0) throw new Failure(output)
  return join(folder, `courtside-dropin-${readJson(join(root, 'dropin/package.json')).version}.tgz`)
}

/** Bundled packages are devDependencies: React is the page's, types are no code. */
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

function weigh(file) {
  return gzipSync(readFileSync(join(root, 'dropin/dist', file)), { level: 9 }).length
}

function filesIn(folder) {
  return readdirSync(join(root, 'dropin/dist', folder)).map((file) => `${folder}/${file}`)
}

function weighHeaviestLocale() {
  const heaviest = Math.max(...filesIn('locales').map(weigh))
  console.log(`the heaviest locale ${heaviest} bytes compressed, of ${localeBudget}`)
  if (heaviest > localeBudget) throw new Failure('A locale weighs more than it may.')
}

function weighEach(folder, { each, ...others }) {
  const bounds = new Map(Object.entries(others).map(([name, most]) => [`${folder}/${name}.js`, most]))
  for (const file of new Set([...bounds.keys(), ...filesIn(folder)])) {
    const most = bounds.get(file) ?? each
    const weight = weigh(file)
    console.log(`${file} ${weight} bytes compressed, of ${most}`)
    if (weight > most) throw new Failure(`${file} weighs more than it may.`)
  }
}
