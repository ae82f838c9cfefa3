// npm run team -- invite robin@example.com --role owner
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runWithArguments } from '#platform/command.server.ts'
import { runOnSiteOrLocally } from '#platform/http/run-locally.server.ts'
import { readTeamCommand } from '#team/team-arguments.server.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const usage = `Who opens the desk, and as what.

  npm run team -- invite robin@example.com --role owner    mails a link; roles: owner, registrar, treasurer, coach, reader
  npm run team -- list                                     everybody, and who is invited
  npm run team -- revoke robin@example.com                 ends every role, or takes the invitation back
  npm run team -- reset-factor robin@example.com           for whoever lost phone and codes: a mail to set up a new one
                                                           (--sure: although the email address is new)

The first owner comes in this way; owners do the rest at /desk/team.
Ends with 0 when it is done, 1 when it cannot be.`

await runWithArguments(usage, async (typed) => {
  const request = readTeamCommand(typed, userInfo().username)
  const lines = await runOnSiteOrLocally({ web, path: '/team', request }, async (world) => {
    const { answerTeam } = await import('#team/team-command.api.server.ts')
    return answerTeam(world, request)
  })
  console.log(lines.join('\n'))
})
