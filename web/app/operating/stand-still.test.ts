import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { addMail } from '#mail/outbox.server.ts'
import { sendDueMails } from '#mail/send-mails.server.ts'
import { setMark } from '#platform/marks.db.server.ts'
import { settleOpenRefunds } from '#refunds/settle-refunds.server.ts'
import { test } from '../../test/database.ts'
import { booksOf, refundLate, sellLate } from '../../test/gateway-books.ts'
import { aLeavingFamily, isDue, onlyRefund } from '../../test/leaving-family.ts'
import { examine } from './doctor.server.ts'
import { goOn } from './stand-still.server.ts'

const mail = (subject: string) => ({ to: 'robin@example.test', subject, text: '-', html: '-' })

test('after a restore no mail and no refund goes out before somebody has read the list and says so; the mails on it never do', async ({
  db,
  gateway,
}) => {
  const { world, leave, charge, takenNow } = await aLeavingFamily(db, gateway)
  const sale = async () => (await booksOf(gateway.settings.GATEWAY_URL, charge?.id))[0]
  await db.delete(mails)
  const lost = await sellLate(gateway.settings.GATEWAY_URL, crypto.randomUUID(), 9500)
  const sent: string[] = []
  const send = async ({ subject }: { subject: string }) => sent.push(subject)
  await addMail(db, mail('waiting since before'))
  const past = new Date(Date.now() - 60_000)
  await db.update(mails).set({ createdAt: new Date(Date.now() - 120_000) })
  await setMark(db, 'restore', past)
  await setMark(db, 'standstill', past)

  expect(await leave()).toMatchObject({ state: 'queued' })
  expect(await takenNow()).toBe(0)
  await isDue(db)
  await settleOpenRefunds(world)
  await sendDueMails(db, send)
  expect([sent, (await sale())?.status]).toEqual([[], 'submitted_for_settlement'])

  await expect(goOn(world, { sendsMails: false })).rejects.toThrow('Read the list of “npm run doctor” first')
  const { done, isWell } = await examine(world, {})
  expect(isWell).toBe(false)
  expect(done).toEqual(
    expect.arrayContaining([
      '  mail to robin@example.test: waiting since before',
      expect.stringMatching(/^ {2}mail to \S+: \S+ is unregistered$/),
      expect.stringMatching(/^ {2}refund \S+ of \$180\.00 for the sale \w+: the gateway is asked for it/),
      expect.stringMatching(`^  sale ${lost.id} of \\$95\\.00 at the gateway, \\w+: not in the backup$`),
    ]),
  )
  expect(done.join('\n')).not.toContain(`sale ${charge?.transactionId} of`)
  await goOn(world, { sendsMails: false })
  await isDue(db)
  await settleOpenRefunds(world)
  await sendDueMails(db, send)

  expect((await sale())?.status).toBe('voided')
  expect(sent, 'of what was written afterwards').toEqual(['Your refund is done'])
  await expect(goOn(world, { sendsMails: false })).rejects.toThrow('Nothing stands still')
})

test('money that went back after the backup does not go back a second time: such a refund is left to people', async ({
  db,
  gateway,
}) => {
  const { leave, charge, settle } = await aLeavingFamily(db, gateway, { children: 2 })
  const url = gateway.settings.GATEWAY_URL
  await settle()
  await refundLate(url, charge?.transactionId ?? '', crypto.randomUUID(), 18_000)
  await setMark(db, 'restore')

  await expect(leave(0)).rejects.toThrow('Refund failed')

  const refund = await onlyRefund(db)
  expect(refund?.reason).toBe(
    'the gateway has a refund of this payment that is not in our books since the restore',
  )
  expect(await booksOf(url, refund?.id)).toEqual([])
})
