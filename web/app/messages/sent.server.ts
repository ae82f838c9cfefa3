import { actorNames } from '#people/actors.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayAndTime } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { messagesTo } from './sessions.db.server.ts'

export type Sent = Awaited<ReturnType<typeof sentTo>>[number]

/** What was written to the families of a session, as its page shows it. */
export async function sentTo(db: Db, sessionId: number) {
  const messages = await messagesTo(db, sessionId)
  if (messages.length === 0) return []
  const { timeZone } = await readProgramme(db)
  const nameOf = await actorNames(
    db,
    messages.map(({ writtenBy }) => writtenBy),
  )
  return messages.map(({ writtenAt, writtenBy, ...message }) => ({
    ...message,
    writer: nameOf(writtenBy),
    at: dayAndTime(writtenAt, timeZone),
  }))
}
