// npm run family -- export robin@example.com
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FamilyRequest } from '#leaving/family-command.api.server.ts'
import { readFamilyCommand } from '#leaving/family-words.server.ts'
import { answerHere } from '#platform/answer-here.server.ts'
import { runCommand, settingsOfSite } from '#platform/command.server.ts'
import { askSite, doorOfRunningSite } from '#platform/owner-door.server.ts'

const web = fileURLToPath(new URL('.', import.meta.url))
const usage = `Hands out or erases what is stored of a family that asks for it, or logs it out.

  npm run --silent family -- export robin@example.com > robin.json    everything, as JSON
  npm run family -- delete robin@example.com                          at once, and for good
  npm run family -- log-out robin@example.com                         in every browser; the password stays

Make sure first that it is the family that asks: write to the email of the account, and wait for the answer.
Ends with 0 when it is done, 1 when it cannot be.`

const told = { delete: 'Done: the account is erased.', 'log-out': 'Done: logged out everywhere.' }

await runCommand(() => main(process.argv.slice(2)), 1)

async function main(typed: string[]): Promise<number> {
  const isHelp = typed.includes('--help') || typed.includes('-h')
  if (isHelp || typed.length === 0) {
    console[isHelp ? 'log' : 'error'](usage)
    return isHelp ? 0 : 1
  }
  const request = readFamilyCommand(typed, userInfo().username)
  const done = await ask(request)
  console.log(request.act === 'export' ? JSON.stringify(done, null, 2) : told[request.act])
  return 0
}

/** Through the site that runs on this data folder; where none does, with the database itself. */
async function ask(request: FamilyRequest): Promise<unknown> {
  const env = settingsOfSite(web)
  const door = await doorOfRunningSite(env)
  if (door) return (await askSite<{ done?: unknown }>(door, '/family-data', request)).done
  return answerHere({ web, env }, async (world) => {
    const { answerFamily } = await import('#leaving/family-command.api.server.ts')
    return answerFamily(world, request)
  })
}
