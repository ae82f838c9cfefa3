import { ageProblem } from '#events/fit/age-problem.ts'
import type { Db } from '#platform/database/database.server.ts'
import { removeChildren } from '#registrations/waiting/end-entry.server.ts'
import { childrenOf, type EntryInLine, type LineSession } from './line.db.server.ts'
import { addPassedOverMail } from './waiting-mails.server.ts'

/**
 * Takes out of an entry in line, whose turn it is, who has a place meanwhile, is deleted or does not fit the session any
 * more. Answers who is left, and whether that is not everybody.
 */
export async function leaveOut(tx: Db, siteUrl: string, session: LineSession, entry: EntryInLine) {
  const all = await childrenOf(tx, entry.id)
  const gone = all.filter(({ isActive, hasPlace }) => hasPlace || !isActive)
  const misfits = all.filter(
    (child) => !gone.includes(child) && !child.isExcepted && ageProblem(child, session),
  )
  const isIt = { id: entry.id, sessionId: session.id }
  if (gone.length > 0) await removeChildren(tx, { ...isIt, why: 'registered' }, idsOf(gone))
  if (misfits.length > 0) {
    await removeChildren(tx, { ...isIt, why: 'does not fit' }, idsOf(misfits))
    await addPassedOverMail(tx, siteUrl, entry, session, misfits)
  }
  const children = all.filter((child) => !gone.includes(child) && !misfits.includes(child))
  return { children, isFewer: children.length < all.length }
}

export const idsOf = (children: { personId: string }[]) => children.map(({ personId }) => personId)
