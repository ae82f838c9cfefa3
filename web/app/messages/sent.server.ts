import { actorNames } from '#people/actors.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayAndTime } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { messagesTo } from './sessions.db.server.ts'

export type SentMessage = Awaited<ReturnType<typeof sentTo>>[number]

export async function sentTo(db: Db, sessionId: number) {
  const messages = await messagesTo(db, sessionId)
  if (messages.length === 0) return []
  const { timeZone } = await readProgramme(db)
  const nameFor = await actorNames(
    db,
    messages.map(({ writtenBy }) => writtenBy),
  )
  return messages.map(({ writtenAt, writtenBy, ...message }) => ({
    ...message,
    writer: nameFor(writtenBy),
    at: dayAndTime(writtenAt, timeZone),
  }))
}
