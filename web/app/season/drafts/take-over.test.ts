import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessionCoaches } from '#meetings/meetings.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { seasonNow } from '#season/file/export-season.server.ts'
import { endRoles } from '#team/members.server.ts'
import { aMember } from '../../../test/builders/builders.ts'
import { aCourt } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { takeOver } from './take-over.server.ts'

test('another coach takes a session over from one who left: the sheet is theirs, the season says so, and it happens once', async ({
  db,
}) => {
  const { session, coach } = await aCourt(db, 1)
  const next = await aMember(db, ['coach'])
  const former = await aMember(db, ['coach'])
  await endRoles(db, 'site', former.id)
  const hand = { sessionId: session.id, left: coach.id, coach: next.id, by: 'member:robin' } as const
  await expect(takeOver(db, hand)).rejects.toMatchObject({ code: 'not-possible' })
  await endRoles(db, 'site', coach.id)
  await expect(takeOver(db, { ...hand, coach: former.id })).rejects.toMatchObject({ code: 'not-possible' })

  await takeOver(db, hand)

  const coaches = await db.select().from(sessionCoaches).where(eq(sessionCoaches.sessionId, session.id))
  expect(coaches).toMatchObject([{ accountId: next.id }])
  const { structure } = await seasonNow(db)
  expect(orNotFound(structure.clinics?.[0]).sessions[0]?.coaches).toEqual([next.email])
  expect(await db.select().from(changes).where(eq(changes.what, 'session taken over'))).toMatchObject([
    { actor: 'member:robin', sessionId: session.id },
  ])
  await expect(takeOver(db, hand)).rejects.toMatchObject({ code: 'not-possible' })
})
