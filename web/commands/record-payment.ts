// npm run record-payment -- find "lobwell"
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { answerLines } from '#offline-payments/answer-lines.ts'
import { readCommand } from '#offline-payments/record-payment-command.server.ts'
import { runWithArguments } from '#platform/command.server.ts'
import { runOnSiteOrLocally } from '#platform/http/run-locally.server.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const usage = `Records money that came by check, cash or Venmo transfer, and gives unpaid places back, as the desk does too.

  npm run record-payment -- find "lobwell"                     by e-mail, name or invoice number
  npm run record-payment -- record 2027-1004 check 215.00      pays the whole invoice
  npm run record-payment -- record 2027-1004 cash 35.00 --registration 12 --note "at the desk"
  npm run record-payment -- record 2027-1004 check 215.00 --received 2027-06-21    where it came before today
  npm run record-payment -- take-back 101                      a mistake: unpaid again
  npm run record-payment -- take-back 101 --registration 12    the same for a part of it
  npm run record-payment -- bounced 101                        the money never came
  npm run record-payment -- returned ID                        money owed to a family went back
  npm run record-payment -- repaid ID                          what a family owed after a bounced check came
  npm run record-payment -- release "lobwell"                  gives unpaid places back, for others to take
  npm run record-payment -- release 2027-1004 --registration 12

Numbers and IDs are those that “find” shows. Every record keeps who made it and when, and the family gets a mail.
Ends with 0 when it is done, 1 when it cannot be.`

await runWithArguments(usage, async (typed) => {
  const request = readCommand(typed, userInfo().username)
  const done = await runOnSiteOrLocally({ web, path: '/record-payment', request }, async (world) => {
    const { answerOffline } = await import('#offline-payments/offline-payments.api.server.ts')
    return answerOffline(world, request)
  })
  for (const line of answerLines(done)) console.log(line)
})
