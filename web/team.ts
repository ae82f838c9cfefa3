// npm run team -- invite robin@example.com --role owner
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { answerHere } from '#platform/answer-here.server.ts'
import { runCommand, settingsOfSite } from '#platform/command.server.ts'
import { askSite, doorOfRunningSite } from '#platform/owner-door.server.ts'
import type { TeamRequest } from '#team/team-command.api.server.ts'
import { readTeamCommand } from '#team/team-words.server.ts'

const web = fileURLToPath(new URL('.', import.meta.url))
const usage = `Who opens the desk, and as what.

  npm run team -- invite robin@example.com --role owner    mails a link; roles: owner, registrar, treasurer, coach, reader
  npm run team -- list                                     everybody, and who is invited
  npm run team -- revoke robin@example.com                 ends every role, or takes the invitation back
  npm run team -- reset-factor robin@example.com           for whoever lost phone and codes: a mail to set up a new one

The first owner comes in this way; owners do the rest at /desk/team.
Ends with 0 when it is done, 1 when it cannot be.`

await runCommand(() => main(process.argv.slice(2)), 1)

async function main(typed: string[]): Promise<number> {
  const isHelp = typed.includes('--help') || typed.includes('-h')
  if (isHelp || typed.length === 0) {
    console[isHelp ? 'log' : 'error'](usage)
    return isHelp ? 0 : 1
  }
  const lines = await ask(readTeamCommand(typed, userInfo().username))
  console.log(lines.join('\n'))
  return 0
}

/** Through the site that runs on this data folder; where none does, with the database itself. */
async function ask(request: TeamRequest): Promise<string[]> {
  const env = settingsOfSite(web)
  const door = await doorOfRunningSite(env)
  if (door) return (await askSite<{ done: string[] }>(door, '/team', request)).done
  return answerHere({ web, env }, async (world) => {
    const { answerTeam } = await import('#team/team-command.api.server.ts')
    return answerTeam(world, request)
  })
}
