import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { mailKinds } from '#mail/mail-kinds.ts'
import { addMail } from '#mail/outbox.server.ts'
import { guardianAddresses } from '#people/care/care.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { anAccount } from '../builders/builders.ts'
import { aBuyingFamily, pays } from '../builders/buying-family.ts'
import { test } from '../harness/database.ts'

const guardian = 'guardian@example.test'

test('the confirmed parent of a player gets the receipt too, with its paper, and that the place was given up, as mails of their own', async ({
  db,
  gateway,
}) => {
  const family = await aBuyingFamily(db, gateway.settings, 'clinic', 'player')
  await db.update(accounts).set({ firstName: 'Ada & <Bo>' }).where(eq(accounts.id, family.id))
  await db
    .insert(guardianAddresses)
    .values({ accountId: family.id, email: guardian, confirmedAt: new Date() })

  const { paid } = await pays(family)
  await family.call('/refund-transaction', {
    transaction_id: paid.answer.transction_id,
    person_id: family.pip.id,
    r_id: (await family.registration())?.id,
    register_type: 'clinic',
  })

  const all = await db.select().from(mails).orderBy(mails.id)
  const copies = all.filter(({ recipient }) => recipient === guardian)
  expect(copies).toMatchObject([
    { kind: 'receipt', attachments: [{ paper: expect.any(Object) }] },
    { kind: 'unregistered' },
  ])
  for (const copy of copies) {
    const mail = orNotFound(all.find(({ kind, isCopy }) => kind === copy.kind && !isCopy))
    expect(copy).toEqual({
      ...mail,
      id: expect.any(Number),
      messageId: expect.any(String),
      recipient: guardian,
      isCopy: true,
      text: `This is a copy of what we wrote to Ada & <Bo>.\n\n${mail.text}`,
      html: expect.stringMatching(/This is a copy of what we wrote to Ada &amp; &lt;Bo>\.<\/p><h1 /),
    })
    expect(copy.messageId).not.toBe(mail.messageId)
  }
})

test('a parent who agreed gets copies of what happens to the places of a player and their money, and of nothing else; one who did not gets none', async ({
  db,
}) => {
  const player = await anAccount(db, { kind: 'player' })
  const parent = await anAccount(db)
  const waiting = await anAccount(db, { kind: 'player' })
  await db.insert(guardianAddresses).values([
    { accountId: player.id, email: guardian, confirmedAt: new Date() },
    { accountId: waiting.id, email: guardian },
  ])

  for (const kind of mailKinds)
    for (const { email } of [player, waiting, parent])
      await addMail(db, { kind, to: email, subject: kind, text: 'Hello.', html: '<h1 >Hello.</h1>' })

  const copies = await db.select().from(mails).where(eq(mails.recipient, guardian)).orderBy(mails.id)
  expect(copies.map(({ kind }) => kind)).toEqual([
    'registered',
    'receipt',
    'payment',
    'unregistered',
    'refund',
    'session moved',
    'waiting list',
    'exception',
    'message',
  ])
})
