import { orNotFound } from '../../web/app/platform/refusal.ts'
import { atMost, note, title } from '../harness/report.ts'
import { openTap, type Statement } from '../harness/tap.ts'
import { openSite, untilMailIsSent } from '../site.ts'
import type { Load, Parents } from './parents.ts'

const most = 12
const watched = [137, 138, 139, 141, 142]

export async function countStatements(
  databaseUrl: string,
  mail: { url: string },
  parents: Parents,
  load: Omit<Load, 'url' | 'from' | 'count'>,
): Promise<void> {
  const tap = await openTap(databaseUrl)
  const quiet = await openSite(tap.url)
  await parents.checkOut({ ...load, url: quiet.url, from: 1, count: 20 })
  tap.take()
  const heard: Statement[][] = []
  for (const from of watched) {
    await parents.checkOut({ ...load, url: quiet.url, from, count: 1 })
    heard.push(tap.take())
  }
  // Background work can only add statements.
  const statements = orNotFound(heard.sort((left, right) => left.length - right.length)[0])
  await quiet.close()

  const site = await openSite(tap.url, { SMTP_URL: mail.url })
  await untilMailIsSent(databaseUrl)
  tap.take()
  const count = 640
  await parents.checkOut({ ...load, url: site.url, from: 1000, count })
  await untilMailIsSent(databaseUrl)
  const withMail = tap.take().length / count
  await site.close()
  tap.close()

  title(`Statements of one checkout, on the wire (BEGIN and COMMIT are counted)`)
  for (const { text } of statements) note(text.replace(/\s+/g, ' ').slice(0, 96))
  const detail = `${statements.length} in the request, ${withMail.toFixed(1)} with its share of sending the mail, of ${most}`
  atMost(1, 'statements of a checkout', withMail / most, detail)
}
