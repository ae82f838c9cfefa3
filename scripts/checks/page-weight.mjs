// Gzipped scripts of an event page, without the inline ones (`npm run bench -- page`).
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../build.mjs'
import { Failure, main, root } from '../tools.mjs'

const most = 125_000
const client = join(root, 'web/build/client')

await main(
  async () => {
    await build(['web'])
    const { entry, routes } = manifest()
    const parts = [entry, routes.root, routes['registrations/event-page/event.route']]
    const files = new Set(parts.flatMap(({ module, imports }) => [module, ...imports]))
    const weight = [...files].reduce((sum, file) => sum + served(file), 0)
    console.log(`${files.size} scripts of the event page weigh ${weight} bytes, of ${most}`)
    if (weight > most) throw new Failure('The event page loads more script than it may.')
  },
  { signalCode: 0 },
)

function manifest() {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-\w+\.js$/.test(file))
  const script = readFileSync(join(client, 'assets', name), 'utf8')
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))
}

function served(file) {
  const path = join(client, file)
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size
}
