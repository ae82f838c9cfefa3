// npm run doctor [-- --mail robin@example.com]
import { fileURLToPath } from 'node:url'
import { askOwner } from '#operations/doctor/ask-owner.server.ts'
import { CommandProblem, parseArguments, readSiteSettings, runCommand } from '#platform/command.server.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const usage = `Examines the site with its settings: a line for each thing, and what to do where it is wrong.

  npm run doctor                           changes nothing
  npm run doctor -- --mail you@example.org sends a mail there too

After a restore it lists what may have gone out already. Ends with 0 when nothing is wrong, else with 1.`

await runCommand(() => main(process.argv.slice(2)), 1)

async function main(typed: string[]): Promise<number> {
  const { positionals, flags, texts } = parseArguments(typed, { mail: 'text', help: 'alone' })
  if (flags.includes('help')) {
    console.log(usage)
    return 0
  }
  if (positionals.length > 0) throw new CommandProblem(`“${positionals.join(' ')}” is not known here.`)
  const [mailTo] = texts('mail')
  const { done, isWell } = await askOwner(web, readSiteSettings(web), { act: 'doctor', mailTo })
  for (const line of done) console.log(line)
  return isWell ? 0 : 1
}
