import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { guardianAddresses } from '#people/care.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { found } from '#platform/refusal.ts'
import { aMember, anAccount } from '../../test/builders.ts'
import { aCourt, aPlaceIn, asMember } from '../../test/court.ts'
import { test } from '../../test/database.ts'
import { messageFamilies } from './messages.tables.ts'
import { previewMessage, writeMessage } from './write-message.server.ts'

const message = { subject: 'Rain', text: 'No tennis today.\n\nSee you on Thursday.' }

test('a message is one mail a family, with a copy to a confirmed guardian; who has no address is listed, and sent twice it is written once', async ({
  db,
}) => {
  const { session, member, players } = await aCourt(db, 2)
  const [twice, onPaper] = [found(players[0]), found(players[1])]
  await aPlaceIn(db, session.id, { firstName: 'Sister', account: twice.accountId })
  await db.update(accounts).set({ email: null }).where(eq(accounts.id, onPaper.accountId))
  const ada = { kind: 'player', firstName: 'Ada' } as const
  const young = [await anAccount(db, ada), await anAccount(db, ada)]
  const [withGuardian, unconfirmed] = [found(young[0]), found(young[1])]
  for (const { id } of young) await aPlaceIn(db, session.id, { firstName: 'Ada', account: id })
  await db.insert(guardianAddresses).values([
    { accountId: withGuardian.id, email: 'guardian@example.test', confirmedAt: new Date() },
    { accountId: unconfirmed.id, email: 'asked@example.test' },
  ])
  const id = crypto.randomUUID()

  const preview = await previewMessage(db, member, session.id)
  await writeMessage(db, member, { id, sessionId: session.id, ...message })
  await writeMessage(db, member, { id, sessionId: session.id, ...message })

  expect(preview.families).toBe(4)
  expect(preview.onPaper).toHaveLength(1)
  expect(preview.withoutGuardian).toMatchObject([{ number: expect.any(Number) }])
  const written = await db.select().from(mails).orderBy(mails.recipient)
  const [family] = await db.select().from(accounts).where(eq(accounts.id, twice.accountId))
  const everybody = [found(family).email, withGuardian.email, unconfirmed.email, 'guardian@example.test']
  expect(written.map(({ recipient }) => recipient).sort()).toEqual(everybody.sort())
  for (const mail of written)
    expect(mail).toMatchObject({ kind: 'message', replyTo: 'help@courtside.example', subject: 'Rain' })
  expect(found(written.find(({ recipient }) => recipient === 'guardian@example.test')).text).toContain(
    'This is a copy of what we wrote to Ada.',
  )
  const rows = await db.select().from(messageFamilies)
  expect(rows.map(({ mailId }) => mailId === null).sort()).toEqual([false, false, false, true])
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { what: 'message written', actor: member.actor, sessionId: session.id, after: { families: 4, mails: 3 } },
  ])
})

test('a coach writes to the families of the own sessions around their meetings, and to no others', async ({
  db,
}) => {
  const { session, member } = await aCourt(db, 1)
  const other = asMember(await aMember(db, ['coach']), ['coach'])
  const later = new Date(Date.now() + 30 * 86_400_000)

  await expect(previewMessage(db, other, session.id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(
    writeMessage(db, member, { id: crypto.randomUUID(), sessionId: session.id, ...message }, later),
  ).rejects.toMatchObject({ code: 'not-your-work' })
})
