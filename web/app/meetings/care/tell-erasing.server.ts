import { and, between, eq, inArray, sql } from 'drizzle-orm'
import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { careNotes } from '#people/care.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { addDays, type Day, longDay, todayIn } from '#platform/dates.ts'
import { every } from '#platform/every.server.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { retention } from '#platform/retention.ts'
import { eraseOldCareNotes, erasesOn } from './erasing.server.ts'

const hourSeconds = 3600

/** Tells of notes that end soon, and erases those that nobody needs any more, every hour. The answer stops it. */
export const startErasingCareNotes = (world: World) =>
  every(hourSeconds, () => tellAndErase(world), world.log, 'old care notes could not be erased')

async function tellAndErase(world: World) {
  if ((await tellOfErasing(world)) > 0) nudgeMail(world)
  await eraseOldCareNotes(world.db)
}

/** Tells families whose note is erased within a week, once for each note and date; answers of how many notes. */
export async function tellOfErasing({ db, env }: Pick<World, 'db' | 'env'>): Promise<number> {
  const programme = await readProgramme(db)
  const today = todayIn(programme.timeZone)
  const lastDay = addDays(today, retention.careNoteNoticeDays)
  return db.transaction(async (tx) => {
    const told = await tx
      .update(careNotes)
      .set({ toldErasesOn: erasesOn })
      .where(
        and(between(erasesOn, today, lastDay), sql`${careNotes.toldErasesOn} is distinct from ${erasesOn}`),
      )
      .returning({ personId: careNotes.personId })
    const notes = await tx
      .select({
        personId: people.id,
        firstName: people.firstName,
        accountId: accounts.id,
        email: accounts.email,
        erasesOn: sql<Day>`${careNotes.toldErasesOn}`,
      })
      .from(careNotes)
      .innerJoin(people, eq(people.id, careNotes.personId))
      .innerJoin(accounts, eq(accounts.id, people.accountId))
      .where(
        inArray(
          careNotes.personId,
          told.map(({ personId }) => personId),
        ),
      )
    for (const { personId, firstName, accountId, email, erasesOn: day } of notes) {
      const url = `${env.siteUrl}/pages/family-players/${personId}/care`
      const mail = soonErasedMail(programme, firstName, day, url)
      await addMail(tx, { kind: 'care note', to: email, accountId, ...mail })
    }
    return notes.length
  })
}

/** Nothing of the note itself: a mailbox is read by others too. */
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
