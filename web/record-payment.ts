// npm run record-payment -- find "lobwell"
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database.server.ts'
import { longDay } from '#platform/dates.ts'
import { parseEnv, SettingsProblem } from '#platform/env.server.ts'
import { openLog } from '#platform/log.server.ts'
import { centsOf, dollars } from '#platform/money.ts'
import { askSite, doorOfRunningSite } from '#platform/owner-door.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { answerOffline, type OfflineRequest } from '#registrations/offline-payments.api.server.ts'
import type { findFamilies, recordPayment } from '#registrations/offline-payments.server.ts'

const web = fileURLToPath(new URL('.', import.meta.url))
const usage = `Records money that came by check, cash or Venmo, until there is a screen for it.

  npm run record-payment -- find "lobwell"                     by e-mail, name or invoice number
  npm run record-payment -- record 2027-1004 check 215.00      pays the whole invoice
  npm run record-payment -- record 2027-1004 cash 35.00 --registration 12 --note "at the desk"
  npm run record-payment -- take-back 101                      a mistake: unpaid again
  npm run record-payment -- returned REFUND_ID                 money owed to a family went back

Every record keeps who made it and when. Ends with 0 when it is done, 1 when it cannot be.`

process.exitCode = await main(process.argv.slice(2)).catch((problem) => {
  if (!(problem instanceof SettingsProblem || problem instanceof Refusal)) throw problem
  console.error(problem.message)
  return 1
})

async function main(words: string[]): Promise<number> {
  const asked = requestOf(words)
  if (!asked) {
    console.error(usage)
    return 1
  }
  if (existsSync(join(web, '../.env'))) process.loadEnvFile(join(web, '../.env'))
  tell(asked, await ask(asked))
  return 0
}

function requestOf(words: string[]): OfflineRequest | undefined {
  const options = { registration: { type: 'string', multiple: true }, note: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true })
  const [act, what = '', how = '', amount = ''] = positionals
  const by = userInfo().username
  if (act === 'find' && what) return { act, text: what }
  if (act === 'take-back' && /^\d+$/.test(what)) return { act, id: Number(what), by }
  if (act === 'returned' && what) return { act, refundId: what, by }
  const amountCents = centsOf(amount.replace(/^\$/, ''))
  if (act !== 'record' || !amountCents || !isHow(how)) return undefined
  const registrationIds = (values.registration ?? []).map(Number)
  return { act, invoice: what, how, amountCents, registrationIds, note: values.note ?? '', by }
}

const isHow = (how: string) => how === 'check' || how === 'cash' || how === 'venmo'

/** Through the site that runs on this data folder; where none does, with the database itself. */
async function ask(asked: OfflineRequest): Promise<unknown> {
  const env = parseEnv(process.env, join(web, '..'))
  const door = await doorOfRunningSite(env)
  if (door) return (await askSite<{ done: unknown }>(door, '/record-payment', asked)).done
  const { db, close } = await openDatabase(env, join(web, 'database/migrations'))
  try {
    return await answerOffline({ db, log: openLog(env.logLevel) }, asked)
  } finally {
    await close()
  }
}

function tell({ act }: OfflineRequest, done: unknown) {
  if (act === 'find') return tellFamilies(done as Awaited<ReturnType<typeof findFamilies>>)
  if (act !== 'record') return console.log('Done.')
  const { id, registrations } = done as Awaited<ReturnType<typeof recordPayment>>
  console.log(`Done: payment ${id}. Paid:`)
  for (const row of registrations) console.log(`  ${row.player}, ${row.event}: ${dollars(row.priceCents)}`)
  console.log(`A mistake? npm run record-payment -- take-back ${id}`)
}

function tellFamilies(families: Awaited<ReturnType<typeof findFamilies>>) {
  if (families.length === 0) console.log('Nobody was found.')
  for (const { number, email, unpaid, recorded, owed } of families) {
    console.log(`\nFamily ${number}  ${email}`)
    for (const row of unpaid)
      console.log(
        `  unpaid     invoice ${row.invoice}  registration ${row.id}  ${dollars(row.priceCents)}  ${row.player}, ${row.event}, ${longDay(row.startsOn)}`,
      )
    for (const row of recorded)
      console.log(
        `  recorded   payment ${row.id}  ${dollars(row.amountCents)} by ${row.how}, ${String(row.recordedAt).slice(0, 10)}, ${row.recordedBy}${row.note ? ` (${row.note})` : ''}${row.takenBackAt ? ', taken back' : ''}`,
      )
    for (const row of owed) console.log(`  owed       ${dollars(row.amountCents)}  returned ${row.id}`)
    if (unpaid.length === 0 && owed.length === 0) console.log('  Nothing is due.')
  }
}
