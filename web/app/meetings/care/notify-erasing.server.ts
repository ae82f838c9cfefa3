import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { addMails, nudgeMail } from '#mail/outbox.server.ts'
import { careNotes } from '#people/care/care.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { addDays, type Day, longDay, todayIn } from '#platform/format/dates.ts'
import { every } from '#platform/jobs/every.server.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { eraseOldCareNotes, erasesOn } from './erasing.server.ts'

const hourSeconds = 3600

/** Hourly job; returns a function that stops it. */
export const startErasingCareNotes = (world: World) =>
  every(hourSeconds, () => notifyAndErase(world), world.log, 'old care notes could not be erased')

async function notifyAndErase(world: World) {
  if ((await notifyOfErasing(world)) > 0) nudgeMail(world)
  await eraseOldCareNotes(world.db)
}

/**
 * Mails families whose note is erased within a week, once per note and date; returns the number of notes. A date that
 * came closer, as by a given-up place, is postponed to keep the week's notice.
 */
export async function notifyOfErasing({ db, env }: Pick<World, 'db' | 'env'>): Promise<number> {
  const programme = await readProgramme(db)
  const noticeEnds = addDays(todayIn(programme.timeZone), retention.careNoteNoticeDays)
  const noticeDay = sql<Day>`greatest(${erasesOn}, ${noticeEnds}::date)`
  return db.transaction(async (tx) => {
    // A notice of an earlier day is void: otherwise it would count again if that day returned.
    await tx.update(careNotes).set({ toldErasesOn: null }).where(gt(erasesOn, careNotes.toldErasesOn))
    const notified = await tx
      .update(careNotes)
      .set({ erasesOn: noticeDay, toldErasesOn: noticeDay })
      .where(and(lte(erasesOn, noticeEnds), sql`${careNotes.toldErasesOn} is distinct from ${erasesOn}`))
      .returning({ personId: careNotes.personId })
    const notes = await tx
      .select({
        personId: people.id,
        firstName: people.firstName,
        accountId: accounts.id,
        familyId: accounts.familyId,
        email: accounts.email,
        erasesOn: sql<Day>`${careNotes.toldErasesOn}`,
      })
      .from(careNotes)
      .innerJoin(people, eq(people.id, careNotes.personId))
      .innerJoin(accounts, eq(accounts.id, people.accountId))
      .where(
        inArray(
          careNotes.personId,
          notified.map(({ personId }) => personId),
        ),
      )
    const letters = notes.map(({ personId, firstName, accountId, familyId, email, erasesOn: day }) => {
      const url = `${env.siteUrl}/pages/family-players/${personId}/care`
      const mail = soonErasedMail(programme, firstName, day, url)
      return { kind: 'care note' as const, to: email, accountId, familyId, ...mail }
    })
    await addMails(tx, letters)
    return notes.length
  })
}

/** Without the note's text: others may read the mailbox. */
function soonErasedMail(programme: MailContent['programme'], firstName: string, day: Day, url: string) {
  const subject = `A care note is erased on ${longDay(day)}`
  const content: MailContent = {
    programme,
    title: subject,
    paragraphs: [
      `On ${longDay(day)} we erase what you told us of ${firstName} for the coaches: we keep it no longer than they need it.`,
      'If they still need it, press “Keep it a year longer” before that day.',
    ],
    button: { text: 'Open the care note', url },
    after: ['If it may go, you need not do anything.'],
  }
  return { subject, ...mailLayout(content) }
}
