// npm run family -- export robin@example.com
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readFamilyCommand } from '#account/family-arguments.server.ts'
import { runWithArguments } from '#platform/command.server.ts'
import { runOnSiteOrLocally } from '#platform/http/run-locally.server.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const usage = `Hands out or erases what is stored of a family that asks for it, or logs it out.

  npm run --silent family -- export robin@example.com > robin.json    everything, as JSON
  npm run family -- delete robin@example.com                          at once, and for good
  npm run family -- log-out robin@example.com                         in every browser; the password stays

Make sure first that it is the family that asks: write to the email of the account, and wait for the answer.
Ends with 0 when it is done, 1 when it cannot be.`

const doneMessages = { delete: 'Done: the account is erased.', 'log-out': 'Done: logged out everywhere.' }

await runWithArguments(usage, async (typed) => {
  const request = readFamilyCommand(typed, userInfo().username)
  const done = await runOnSiteOrLocally({ web, path: '/family-data', request }, async (world) => {
    const { answerFamily } = await import('#account/family-command.api.server.ts')
    return answerFamily(world, request)
  })
  console.log(request.act === 'export' ? JSON.stringify(done, null, 2) : doneMessages[request.act])
})
