import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isOn, type Narrowed, pageIn } from '#desk/narrowed.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { again, isInState } from '#mail/mail-list.db.server.ts'
import { isOfFamily } from '#people/families.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { offsetOf, perPage } from '#platform/list-page.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { MailSearch } from './mail-search.ts'

export type MailFilter = Narrowed & Pick<MailSearch, 'recipient' | 'state' | 'kind' | 'page'>

/** A page of the outbox, the newest first, without what the mails say, and how many it leaves. */
export async function listMails(db: Db, filter: MailFilter) {
  const which = isListed(db, filter)
  const page = await pageIn(db, mails, which, filter.page)
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
      ...again,
    })
    .from(mails)
    .where(which)
    .orderBy(desc(mails.id))
    .limit(perPage)
    .offset(offsetOf(page))
  return { ...page, rows }
}

const beginningWith = (text: string) => `${text.replace(/[%_\\]/g, '\\$&')}%`

/** A session's mails are those to the families that have, or had, a place in it. */
function isListed(db: Db, { recipient, state, kind, family, day, sessions }: MailFilter): SQL | undefined {
  const families = db
    .select({ id: registrations.familyId })
    .from(registrations)
    .where(inArray(registrations.sessionId, sessions ?? []))
  return and(
    state && isInState[state],
    kind && eq(mails.kind, kind),
    recipient ? sql`lower(${mails.recipient}) like lower(${beginningWith(recipient)})` : undefined,
    family === undefined ? undefined : isOfFamily(mails.familyId, family),
    day === undefined ? undefined : isOn(sql`coalesce(${mails.sentAt}, ${mails.createdAt})`, day),
    sessions && inArray(mails.familyId, families),
  )
}
