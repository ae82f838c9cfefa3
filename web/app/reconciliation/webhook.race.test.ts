import { expect } from 'vitest'
import { storeNotification } from '#payments/notifications.db.server.ts'
import { disputes, notifications } from '#payments/reconciliation.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { aLeavingFamily, mailSubjects } from '../../test/builders/leaving-family.ts'
import { disputeAtBank } from '../../test/gateway/gateway-control.ts'
import { test } from '../../test/harness/database.ts'
import { followNotifications } from './follow-notifications.server.ts'

test('messages that come to several processes at once, which all follow them, are kept and told once', async ({
  freshDatabase: { db },
  gateway,
}) => {
  const { world, charge, settle } = await aLeavingFamily(db, gateway)
  await settle()
  const transactionId = orNotFound(charge?.transactionId)
  const subjectId = await disputeAtBank(gateway.settings.GATEWAY_URL, transactionId)
  const message = { subjectId, happenedAt: new Date() }
  const kinds = ['dispute_opened', 'dispute_under_review', 'dispute_disputed']
  const sent = [...kinds, ...kinds, ...kinds].map((kind) => ({ kind, ...message }))

  await Promise.all([
    ...sent.map((one) => storeNotification(db, one, true)),
    ...Array.from({ length: 4 }, () => followNotifications(world)),
  ])
  await Promise.all(Array.from({ length: 4 }, () => followNotifications(world)))

  expect(await db.select().from(notifications)).toMatchObject(
    kinds.map(() => ({ timesReceived: 3, outcome: 'open', dueAt: null, tries: 1 })),
  )
  expect(await db.select().from(disputes)).toMatchObject([{ id: subjectId, status: 'open' }])
  expect(await mailSubjects(db)).toEqual(['help@courtside.example: A payment is disputed'])
})
