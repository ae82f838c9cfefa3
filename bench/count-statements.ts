import { hashOf } from '../web/app/platform/hash.server.ts'
import { found } from '../web/app/platform/refusal.ts'
import { tokenOf } from './families.ts'
import type { Load, Parents } from './parents.ts'
import { type Script, scriptOf } from './pgbench.ts'
import { atMost, note, title } from './report.ts'
import { openSite, untilMailIsSent } from './site.ts'
import { openTap, type Statement } from './tap.ts'

const most = 12
/** Families whose sessions have numbers like no other value in their statements. */
const watched = [137, 138, 139, 141, 142]

/** Counts the statements of a checkout on the wire, and makes pgbench's script of them. */
export async function countStatements(
  databaseUrl: string,
  mail: { url: string },
  parents: Parents,
  load: Omit<Load, 'url' | 'from' | 'count'>,
): Promise<Script> {
  const tap = await openTap(databaseUrl)
  const quiet = await openSite(tap.url)
  await parents.checkOut({ ...load, url: quiet.url, from: 1, count: 20 })
  tap.take()
  const heard: { n: number; statements: Statement[] }[] = []
  for (const n of watched) {
    await parents.checkOut({ ...load, url: quiet.url, from: n, count: 1 })
    heard.push({ n, statements: tap.take() })
  }
  // What runs beside the requests can only add to one of them.
  heard.sort((left, right) => left.statements.length - right.statements.length)
  const { n, statements } = found(heard[0])
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
  const sessionId = load.firstSession + (n % load.sessions)
  return scriptOf(statements, { n, sessionId, tokenHash: hashOf(tokenOf(n)) })
}
