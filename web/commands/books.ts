// npm run books
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runCommand } from '#platform/command.server.ts'
import { runOnSiteOrLocally } from '#platform/http/run-locally.server.ts'
import { formatBooksAnswer, readBooksCommand } from '#reconciliation/books-command.server.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const usage = `Compares our books with the card gateway's list, as happens once a day by itself, and says where they differ.

  npm run books                                        compares now
  npm run books -- close 7 --note "voided by hand"     a difference that you have seen to
  npm run books -- given-up 8 --registration 12        what was given back in the gateway's panel was for this place

Ends with 0 when it is done, 1 when it cannot be.`

await runCommand(() => main(process.argv.slice(2)), 1)

async function main(typed: string[]): Promise<number> {
  if (typed.includes('--help') || typed.includes('-h')) {
    console.log(usage)
    return 0
  }
  const request = readBooksCommand(typed, userInfo().username)
  const done = await runOnSiteOrLocally({ web, path: '/books', request, log: 'silent' }, async (world) => {
    const { answerBooks } = await import('#reconciliation/books.api.server.ts')
    return answerBooks(world, request)
  })
  for (const line of formatBooksAnswer(done)) console.log(line)
  return 0
}
