// Packs the widget as it would be published, installs it, and checks what pages, servers and bundlers find in it, and what
// it weighs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from './build.mjs'
import { binOf, Failure, main, npm, root, run } from './tools.mjs'
import { usePackage } from './use-package.mjs'

const kilobyte = 1024
/** What a page loads of us for a card in English, compressed: the frames are weighed where they are built. */
const mostOfWidget = 40 * kilobyte
const mostOfLocale = 4 * kilobyte
/** What comes only when it is needed. */
const mostOfCode = { paypal: 4 * kilobyte, 'data-collector': 3 * kilobyte }

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
        ...['--profile', 'node16', '--exclude-entrypoints', 'dropin.css'],
      ])
      await usePackage(tarball, folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
    const script = weightOf('dropin.js')
    const style = weightOf('dropin.css')
    console.log(`script ${script} and style ${style} bytes compressed, of ${mostOfWidget}`)
    if (script + style > mostOfWidget) throw new Failure('The widget weighs more than it may.')
    weighHeaviest('locale', 'locales/', mostOfLocale)
    for (const [name, most] of Object.entries(mostOfCode))
      weighHeaviest(`code for ${name}`, `options/${name}.js`, most)
  },
  { codeWhenAsked: 0 },
)

async function packInto(folder) {
  const { code, output } = await npm(['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(root, 'dropin'),
  })
  if (code !== 0) throw new Failure(output)
  return join(
    folder,
    `dropin-${JSON.parse(readFileSync(join(root, 'dropin/package.json'), 'utf8')).version}.tgz`,
  )
}

async function passes(name, args) {
  const { code, output } = await run(process.execPath, args)
  if (code !== 0) throw new Failure(`${output}\n${name} is not content with the package.`)
}

function weightOf(file) {
  return gzipSync(readFileSync(join(root, 'dropin/dist', file)), { level: 9 }).length
}

function weighHeaviest(what, folder, most) {
  const files = Object.keys(JSON.parse(readFileSync(join(root, 'dropin/dist/integrity.json'), 'utf8')))
  const heaviest = Math.max(...files.filter((file) => file.startsWith(folder)).map(weightOf))
  console.log(`the heaviest ${what} ${heaviest} bytes compressed, of ${most}`)
  if (heaviest > most) throw new Failure(`A ${what} weighs more than it may.`)
}
