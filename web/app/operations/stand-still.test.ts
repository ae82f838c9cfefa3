import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { addMail } from '#mail/outbox.server.ts'
import { sendDueMails } from '#mail/send-mails.server.ts'
import { examine } from '#operations/doctor/doctor.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { setStamp } from '#platform/jobs/stamps.db.server.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { refunds } from '#registrations/registrations.tables.ts'
import { aLeavingFamily, isDue, onlyRefund } from '../../test/builders/leaving-family.ts'
import { readGatewayBooks, refundLate, sellLate } from '../../test/gateway/gateway-books.ts'
import { searchingLate } from '../../test/gateway/late-search.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { endStandstill } from './stand-still.server.ts'

const mail = (subject: string) => ({
  ...{ kind: 'message' as const, to: 'robin@example.test' },
  ...{ subject, text: '-', html: '-' },
})

test('after a restore no mail and no refund goes out before somebody has read the list and says so; the mails on it never do, and what was asked for since then does', async ({
  db,
  gateway,
}) => {
  const { world, leave, charge, takenNow } = await aLeavingFamily(db, gateway)
  const sale = async () => (await readGatewayBooks(gateway.settings.GATEWAY_URL, charge?.id))[0]
  await db.delete(mails)
  // More than are asked about in a minute.
  const open = { amountCents: 100, state: 'unknown' as const, createdAt: new Date(Date.now() - 3_600_000) }
  await db
    .insert(charges)
    .values(Array.from({ length: 21 }, (_, at) => ({ ...open, idempotencyKey: `open ${at}` })))
  const lost = await sellLate(gateway.settings.GATEWAY_URL, crypto.randomUUID(), 9500)
  const sent: string[] = []
  const send = async ({ subject }: { subject: string }) => sent.push(subject)
  await addMail(db, mail('waiting since before'))
  const past = new Date(Date.now() - 60_000)
  await db.update(mails).set({ createdAt: new Date(Date.now() - 1_200_000) })
  await setStamp(db, 'restore', past)
  await setStamp(db, 'standstill', past)
  const withMail = { ...world, env: { ...world.env, smtpUrl: 'smtp://127.0.0.1:9' } }

  await addMail(db, { ...mail('asked for since then'), kind: 'password reset' })
  await addMail(db, { ...mail('written again by the clock'), kind: 'care note' })
  expect(await leave()).toMatchObject({ state: 'queued' })
  expect(await takenNow()).toBe(0)
  await isDue(db)
  await reconcileOpenRefunds(world)
  await sendDueMails(db, send)
  expect([sent, (await sale())?.status]).toEqual([[], 'submitted_for_settlement'])

  await expect(endStandstill(world, { sendsMails: false })).rejects.toThrow(
    'Read the list of “npm run doctor” first',
  )
  const { done, isWell } = await examine(withMail, {})
  expect(isWell).toBe(false)
  expect(await db.$count(charges, eq(charges.state, 'unknown'))).toBe(0)
  expect(done).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^wrong {2}Mails: 1 wait for .+: mails stand still since a restore\. Read the list/,
      ),
      '  mail to robin@example.test: waiting since before',
      '  mail to robin@example.test: written again by the clock',
      expect.stringMatching(/^ {2}mail to \S+: \S+ is unregistered$/),
      expect.stringMatching(/^ {2}refund \S+ of \$180\.00 for the sale \w+: the gateway is asked for it/),
      expect.stringMatching(`^  sale ${lost.id} of \\$95\\.00 at the gateway, \\w+: not in the backup$`),
    ]),
  )
  expect(done.join('\n')).not.toContain(`sale ${charge?.transactionId} of`)
  expect(done.join()).not.toContain('asked for since then')
  await endStandstill(world, { sendsMails: false })
  await isDue(db)
  await reconcileOpenRefunds(world)
  await sendDueMails(db, send)

  expect((await sale())?.status).toBe('voided')
  expect(sent.toSorted()).toEqual(['Your refund is done', 'asked for since then'])
  await expect(endStandstill(world, { sendsMails: false })).rejects.toThrow('Nothing stands still')
})

test('a list that is not whole says what is missing and why, and does not count as read', async ({
  db,
  gateway,
}) => {
  const here = aWorld(db, gateway.settings)
  const away = aWorld(db, { ...gateway.settings, GATEWAY_URL: 'http://127.0.0.1:9' })
  const open = { idempotencyKey: 'open', amountCents: 9500, state: 'unknown' as const }
  await db.insert(charges).values({ ...open, createdAt: new Date(Date.now() - 3_600_000) })
  await setStamp(db, 'restore')
  await setStamp(db, 'standstill')
  const missingOn = async (world: typeof here) => {
    const { done } = await examine(world, {})
    const from = done.indexOf('This list is not whole. It does not say:')
    return from < 0 ? undefined : done.slice(from + 1, -1)
  }
  const charge = expect.stringMatching(/^ {2}what became of the payment \S+ of \$95\.00: the gateway gave no/)
  const others = expect.stringMatching(
    /^ {2}what the gateway did since the backup: it could not be asked \(.*ECONNREFUSED/,
  )
  const isUnread = () =>
    expect(endStandstill(here, { sendsMails: false })).rejects.toThrow(
      'Read the list of “npm run doctor” first',
    )

  expect(await missingOn(away)).toEqual([charge, others])
  await isUnread()
  // It was asked about a moment ago.
  expect(await missingOn(here)).toEqual([charge])
  await isUnread()
  await db.update(charges).set({ leasedUntil: null })
  expect(await missingOn(here)).toBeUndefined()
  await endStandstill(here, { sendsMails: false })
})

test('money that went back after the backup does not go back a second time: such a refund is left to people', async ({
  db,
  gateway,
}) => {
  const { leave, charge, settle, registrationIds } = await aLeavingFamily(db, gateway, { children: 4 })
  const url = gateway.settings.GATEWAY_URL
  const saleId = charge?.transactionId ?? ''
  await settle()
  // One for two places, as the gateway's panel makes it, is in the books.
  const { id: transactionId } = await refundLate(url, saleId, crypto.randomUUID(), 36_000)
  const known = { chargeId: charge?.id, amountCents: 18_000, state: 'done' as const, transactionId }
  for (const registrationId of registrationIds.slice(0, 2))
    await db.insert(refunds).values({ ...known, registrationId })
  await refundLate(url, saleId, crypto.randomUUID(), 18_000)
  await setStamp(db, 'restore')

  await expect(leave(2)).rejects.toThrow('Refund failed')

  const [refund] = await db.select().from(refunds).where(eq(refunds.state, 'failed'))
  expect(refund?.reason).toBe('the gateway has a refund of this payment that is not in our books')
  expect(await readGatewayBooks(url, refund?.id)).toEqual([])
})

test('a refund that the gateway’s search does not know yet counts as money that went back', async ({
  db,
  gateway,
  onTestFinished,
}) => {
  const url = gateway.settings.GATEWAY_URL
  const late = await searchingLate(gateway, onTestFinished)
  const { leave, charge, settle } = await aLeavingFamily(db, late, { children: 2 })
  await settle()
  await refundLate(url, charge?.transactionId ?? '', crypto.randomUUID(), 18_000)
  await setStamp(db, 'restore')

  await expect(leave()).rejects.toThrow('Refund failed')

  expect(await readGatewayBooks(url, (await onlyRefund(db))?.id)).toEqual([])
})
