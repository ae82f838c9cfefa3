import { and, desc, eq, inArray, isNotNull, isNull, lt, not, or, type Placeholder, sql } from 'drizzle-orm'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isOneOf, prepared } from '#platform/database/prepared.server.ts'
import { standsStill } from '#platform/jobs/stamps.db.server.ts'
import { addWithCopies } from './copies.server.ts'
import { type Attachment, mails } from './mail.tables.ts'
import { kindsWithCopy, kindsWithKey, type MailKind, type MailSource } from './mail-kinds.ts'

export type MailToSend = {
  kind: MailKind
  /** Null where a family has no address and gets paper. */
  to: string | null
  /** The owner, where `to` is not the account's present address. */
  accountId?: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  replyTo?: string
  source?: MailSource
}
export type LeasedMail = Required<Pick<MailToSend, 'subject' | 'text' | 'html' | 'attachments'>> & {
  id: number
  to: string
  replyTo: string | null
  messageId: string
  tries: number
}

/** With the backoff's longest wait of an hour, a mail server may be down for three days. */
export const mostTries = 80
const longestWaitSeconds = 3600
const leaseMinutes = 6
export const batch = 10

/** Adds a mail, and a guardian's copy, in the transaction of its event. */
export async function addMail(db: Db, mail: MailToSend, isCopied = kindsWithCopy.includes(mail.kind)) {
  if (mail.to === null) return undefined
  const provided = optionalFields.filter((name) => mail[name] !== undefined)
  const [added] = await addingMail(db, [isCopied ? 'copied' : '', ...provided].join(' ')).execute(mail)
  return added
}

const optionalFields = ['accountId', 'attachments', 'replyTo', 'source'] as const

const addingMail = prepared((db, shape: string) => {
  const [copied, ...names] = shape.split(' ')
  const placeholders: Partial<Record<(typeof optionalFields)[number], Placeholder>> = Object.fromEntries(
    names.map((name) => [name, sql.placeholder(name)]),
  )
  const recipient = sql.placeholder('to')
  const isTheirs = placeholders.accountId ? sql`id = ${placeholders.accountId}` : sql`email = ${recipient}`
  const mail = {
    recipient,
    kind: sql.placeholder('kind'),
    subject: sql.placeholder('subject'),
    text: sql.placeholder('text'),
    html: sql.placeholder('html'),
    accountId: sql`(select id from accounts where ${isTheirs})`,
    familyId: sql`(select family_id from accounts where ${isTheirs})`,
    ...placeholders,
  }
  if (copied) return addWithCopies(db, [mail]).prepare('')
  const { id, familyId } = mails
  return db.insert(mails).values(mail).returning({ id, familyId }).prepare('')
})

type Letter = MailToSend & { accountId: string; familyId: string | null }

/** A statement has at most 65,535 parameters; each letter takes a dozen. */
const lettersAtOnce = 1000

/** Adds mails of known families with their copies, in few statements and in order. Returns the family of each mail. */
export async function addMails(db: Db, letters: Letter[]) {
  const rows = letters.flatMap(({ to, ...letter }) => (to === null ? [] : { ...letter, recipient: to }))
  const added: { id: number; familyId: string | null }[] = []
  for (let from = 0; from < rows.length; from += lettersAtOnce) {
    added.push(...(await addWithCopies(db, rows.slice(from, from + lettersAtOnce))))
  }
  return added
}

const pollers = new WeakMap<World, () => void>()

/** Wakes this process's poller. Call it after the commit; without it the next poll finds the mail. */
export const nudgeMail = (world: World) => pollers.get(world)?.()

export const wakeOnNudge = (world: World, wake: () => void) => pollers.set(world, wake)

export const mailsToSend = and(isNull(mails.sentAt), sql`${mails.tries} < ${mostTries}`)

export const leaseMails = (db: Db): Promise<LeasedMail[]> => leasing(db).execute()

const leasing = prepared((db) => {
  // `array(…)` makes PostgreSQL choose the rows once; a plain `in` may choose again for each row.
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        mailsToSend,
        not(standsStill),
        sql`${mails.dueAt} <= now()`,
        sql`(${mails.leasedUntil} is null or ${mails.leasedUntil} < now())`,
      ),
    )
    // The order of the partial index: by id, every mail ever sent would be read first.
    .orderBy(mails.dueAt)
    .limit(batch)
    .for('update', { skipLocked: true })
  return db
    .update(mails)
    .set({
      leasedUntil: sql`now() + make_interval(mins => ${leaseMinutes})`,
      tries: sql`${mails.tries} + 1`,
      messageId: sql`coalesce(${mails.messageId}, gen_random_uuid())`,
    })
    .where(sql`${mails.id} = any(array(${due}))`)
    .returning({
      id: mails.id,
      to: mails.recipient,
      replyTo: mails.replyTo,
      messageId: sql<string>`${mails.messageId}`,
      subject: mails.subject,
      text: mails.text,
      html: mails.html,
      attachments: mails.attachments,
      tries: mails.tries,
    })
    .prepare('')
})

const hasKey = inArray(mails.kind, kindsWithKey)

/** In one statement: a commit for each would take longer than sending it. Secret links are erased with it. */
export const markSent = (db: Db, ids: number[]) => marking(db).execute({ ids })

const marking = prepared((db) =>
  db
    .update(mails)
    .set({
      sentAt: sql`now()`,
      leasedUntil: null,
      lastError: null,
      text: sql`case when ${hasKey} then '' else ${mails.text} end`,
      html: sql`case when ${hasKey} then '' else ${mails.html} end`,
      bodyErasedAt: sql`case when ${hasKey} then now() end`,
    })
    .where(isOneOf(mails.id, 'ids'))
    .prepare(''),
)

/** Exponential backoff: due again after 30 s, 1, 2, 4 … minutes, or never if `isFinal`. */
export function markFailed(db: Db, mail: { id: number; tries: number }, error: string, isFinal: boolean) {
  const seconds = Math.min(30 * 2 ** (mail.tries - 1), longestWaitSeconds)
  return db
    .update(mails)
    .set({
      leasedUntil: null,
      lastError: error.slice(0, 1000),
      dueAt: sql`now() + make_interval(secs => ${seconds})`,
      ...(isFinal && { tries: mostTries }),
    })
    .where(eq(mails.id, mail.id))
}

/** Written by jobs and the gateway's answers: after a restore they are written again. */
const writtenByItself: MailKind[] = [
  'receipt',
  'payment',
  'unregistered',
  'refund',
  'care note',
  'gift',
  'gift payment',
  'account',
  'for the programme',
]

/** Unsent mails that may have been sent before a restore, unlike those requested since, such as log-in links. */
export const mayBeSentTwice = (restoredAt: Date) =>
  and(
    mailsToSend,
    or(lt(mails.createdAt, restoredAt), inArray(mails.kind, writtenByItself), isNull(mails.kind)),
  )

export const holdBack = (db: Db, restoredAt: Date, before: Date) =>
  db
    .update(mails)
    .set({ tries: mostTries, lastError: 'held back after a restore' })
    .where(and(mayBeSentTwice(restoredAt), lt(mails.createdAt, before)))

export const forgetMails = (db: Db, accountId: string) =>
  db.delete(mails).where(eq(mails.accountId, accountId))

/** Deletes sent mails, and unsent ones with this first name, which is how most name a person. */
export async function forgetMailsNaming(db: Db, accountId: string, firstName: string): Promise<void> {
  const fullText = sql<string>`concat_ws(' ', ${mails.subject}, ${mails.text}, ${mails.attachments}::text)`
  const isOurs = eq(mails.accountId, accountId)
  const waiting = await db
    .select({ id: mails.id, said: fullText })
    .from(mails)
    .where(and(isOurs, isNull(mails.sentAt), sql`position(${firstName} in ${fullText}) > 0`))
  const letter = '[\\p{L}\\p{M}]'
  const escaped = firstName.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const name = new RegExp(`(?<!${letter})${escaped}(?!${letter})`, 'u')
  const naming = waiting.filter((mail) => name.test(mail.said)).map(({ id }) => id)
  await db.delete(mails).where(and(isOurs, or(isNotNull(mails.sentAt), inArray(mails.id, naming))))
}

export const listLatestMails = (db: Db) =>
  db
    .select({
      id: mails.id,
      to: mails.recipient,
      subject: mails.subject,
      createdAt: mails.createdAt,
    })
    .from(mails)
    .orderBy(desc(mails.id))
    .limit(100)

export async function findMail(db: Db, id: number) {
  const [mail] = await db
    .select({
      id: mails.id,
      to: mails.recipient,
      subject: mails.subject,
      text: mails.text,
      html: mails.html,
      attachments: mails.attachments,
      createdAt: mails.createdAt,
    })
    .from(mails)
    .where(eq(mails.id, id))
  return mail
}
