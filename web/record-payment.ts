// npm run record-payment -- find "lobwell"
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { answerHere } from '#platform/answer-here.server.ts'
import { runCommand, settingsOfSite } from '#platform/command.server.ts'
import { askSite, doorOfRunningSite } from '#platform/owner-door.server.ts'
import type { OfflineAnswer, OfflineRequest } from '#volunteer/offline-payments.api.server.ts'
import { told } from '#volunteer/told.ts'
import { readCommand } from '#volunteer/volunteer-command.server.ts'

const web = fileURLToPath(new URL('.', import.meta.url))
const usage = `Records money that came by check, cash or Venmo transfer, and gives unpaid places back, as the desk does too.

  npm run record-payment -- find "lobwell"                     by e-mail, name or invoice number
  npm run record-payment -- record 2027-1004 check 215.00      pays the whole invoice
  npm run record-payment -- record 2027-1004 cash 35.00 --registration 12 --note "at the desk"
  npm run record-payment -- take-back 101                      a mistake: unpaid again
  npm run record-payment -- take-back 101 --registration 12    the same for a part of it
  npm run record-payment -- bounced 101                        the money never came
  npm run record-payment -- returned ID                        money owed to a family went back
  npm run record-payment -- repaid ID                          what a family owed after a bounced check came
  npm run record-payment -- release "lobwell"                  gives unpaid places back, for others to take
  npm run record-payment -- release 2027-1004 --registration 12

Numbers and IDs are those that “find” shows. Every record keeps who made it and when, and the family gets a mail.
Ends with 0 when it is done, 1 when it cannot be.`

await runCommand(() => main(process.argv.slice(2)), 1)

async function main(typed: string[]): Promise<number> {
  const isHelp = typed.includes('--help') || typed.includes('-h')
  if (isHelp || typed.length === 0) {
    console[isHelp ? 'log' : 'error'](usage)
    return isHelp ? 0 : 1
  }
  const request = readCommand(typed, userInfo().username)
  for (const line of told(await ask(request))) console.log(line)
  return 0
}

/** Through the site that runs on this data folder; where none does, with the database itself. */
async function ask(request: OfflineRequest): Promise<OfflineAnswer> {
  const env = settingsOfSite(web)
  const door = await doorOfRunningSite(env)
  if (door) return (await askSite<{ done: OfflineAnswer }>(door, '/record-payment', request)).done
  return answerHere({ web, env }, async (world) => {
    const { answerOffline } = await import('#volunteer/offline-payments.api.server.ts')
    return answerOffline(world, request)
  })
}
