import { ageProblem } from '#events/fit/age-problem.ts'
import type { Db } from '#platform/database/database.server.ts'
import { removeChildren } from '#registrations/waiting/end-entry.server.ts'
import { type EntryInLine, type LineSession, listChildren } from './waiting-line.db.server.ts'
import { addPassedOverMail } from './waiting-mails.server.ts'

/**
 * Removes children who have a place by now, are deleted or no longer fit, from the entry whose turn it is. Returns the
 * others.
 */
export async function removeIneligible(tx: Db, siteUrl: string, session: LineSession, entry: EntryInLine) {
  const all = await listChildren(tx, entry.id)
  const gone = all.filter(({ isActive, hasPlace }) => hasPlace || !isActive)
  const misfits = all.filter(
    (child) => !gone.includes(child) && !child.isExcepted && ageProblem(child, session),
  )
  const isIt = { id: entry.id, sessionId: session.id }
  if (gone.length > 0) await removeChildren(tx, { ...isIt, why: 'registered' }, toPersonIds(gone))
  if (misfits.length > 0) {
    await removeChildren(tx, { ...isIt, why: 'does not fit' }, toPersonIds(misfits))
    await addPassedOverMail(tx, siteUrl, entry, session, misfits)
  }
  const children = all.filter((child) => !gone.includes(child) && !misfits.includes(child))
  return { children, isFewer: children.length < all.length }
}

export const toPersonIds = (children: { personId: string }[]) => children.map(({ personId }) => personId)
