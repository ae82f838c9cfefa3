import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isOn, type Narrowed, pageIn } from '#desk/narrowed.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { isInState, resendColumns } from '#mail/mail-list.db.server.ts'
import { isInFamily } from '#people/families.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { pageOffset, perPage } from '#platform/list-page.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { MailSearch } from './mail-search.ts'

export type MailFilter = Narrowed & Pick<MailSearch, 'recipient' | 'state' | 'kind' | 'page'>

/** One page of the outbox without bodies, newest first, and the total. */
export async function listMails(db: Db, filter: MailFilter) {
  const condition = isListed(db, filter)
  const page = await pageIn(db, mails, condition, filter.page)
  const rows = await db
    .select({
      id: mails.id,
      recipient: mails.recipient,
      subject: mails.subject,
      kind: mails.kind,
      tries: mails.tries,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
      lastError: mails.lastError,
      ...resendColumns,
    })
    .from(mails)
    .where(condition)
    .orderBy(desc(mails.id))
    .limit(perPage)
    .offset(pageOffset(page))
  return { ...page, rows }
}

const beginningWith = (text: string) => `${text.replace(/[%_\\]/g, '\\$&')}%`

/** By session: to families with a place there, now or before. */
function isListed(db: Db, { recipient, state, kind, family, day, sessions }: MailFilter): SQL | undefined {
  const families = db
    .select({ id: registrations.familyId })
    .from(registrations)
    .where(inArray(registrations.sessionId, sessions ?? []))
  return and(
    state && isInState[state],
    kind && eq(mails.kind, kind),
    recipient ? sql`lower(${mails.recipient}) like lower(${beginningWith(recipient)})` : undefined,
    family === undefined ? undefined : isInFamily(mails.familyId, family),
    day === undefined ? undefined : isOn(sql`coalesce(${mails.sentAt}, ${mails.createdAt})`, day),
    sessions && inArray(mails.familyId, families),
  )
}
