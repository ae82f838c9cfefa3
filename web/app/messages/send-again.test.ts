import { desc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { addMail, leaseMails, markSent, mostTries } from '#mail/outbox.server.ts'
import { resetPassword } from '#people/accounts/accounts.server.ts'
import { issueToken } from '#people/accounts/tokens.db.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { found } from '#platform/refusal.ts'
import { invitationOf, invite, takeBackInvitation } from '#team/invitations.server.ts'
import { aMember, anAccount, aProgramme } from '../../test/builders.ts'
import { asMember } from '../../test/court.ts'
import { test } from '../../test/database.ts'
import { aWorld } from '../../test/world.ts'
import { sendAgain } from './send-again.server.ts'

const words = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }

async function aRegistrar(db: Db) {
  await aProgramme(db)
  return asMember(await aMember(db, ['registrar']), ['registrar'])
}

async function latestMail(db: Db) {
  const [mail] = await db.select().from(mails).orderBy(desc(mails.id)).limit(1)
  return found(mail)
}

test('a reset link that is sent again is a new one, and the old one opens nothing', async ({ db }) => {
  const registrar = await aRegistrar(db)
  const { id, email } = await anAccount(db)
  const old = await issueToken(db, id, 'password-reset', 1)
  await addMail(db, { to: email, kind: 'password reset', ...words, text: old })
  await markSent(db, [(await latestMail(db)).id])

  await sendAgain(aWorld(db), registrar, (await latestMail(db)).id)

  const again = await latestMail(db)
  expect(again).toMatchObject({ recipient: email, kind: 'password reset' })
  expect(again.text).not.toContain(old)
  const caller = { address: '203.0.113.7', siteUrl: 'http://localhost' }
  const token = found(/reset-password\/([\w-]+)/.exec(again.text)?.[1])
  await expect(resetPassword(db, old, 'volley-and-lob-44', caller)).rejects.toMatchObject({
    code: 'token-spent',
  })
  await resetPassword(db, token, 'volley-and-lob-44', caller)
  expect(await db.select().from(changes)).toMatchObject([{ what: 'mail sent again', actor: registrar.actor }])
})

test('a mail that failed is tried anew, one that was sent goes out once more, and an erased one does not', async ({
  db,
}) => {
  const registrar = await aRegistrar(db)
  await addMail(db, { to: 'edith@example.test', kind: 'receipt', ...words })
  const { id } = await latestMail(db)
  await db.update(mails).set({ tries: mostTries })

  await sendAgain(aWorld(db), registrar, id)
  expect(await latestMail(db)).toMatchObject({ id, tries: 0, sentAt: null })

  await leaseMails(db)
  await sendAgain(aWorld(db), registrar, id)
  expect(await latestMail(db), 'what is under way stays with whoever sends it').toMatchObject({
    id,
    tries: 1,
  })

  await db.update(mails).set({ sentAt: sql`now()` })
  await sendAgain(aWorld(db), registrar, id)
  await sendAgain(aWorld(db), registrar, id)
  expect(await db.select({ text: mails.text }).from(mails)).toEqual([{ text: 'Hello.' }, { text: 'Hello.' }])

  await db.update(mails).set({ bodyErasedAt: sql`now()` }).where(eq(mails.id, id))
  await expect(sendAgain(aWorld(db), registrar, id)).rejects.toMatchObject({ code: 'not-possible' })
})

test('an invitation that is sent again has a new link; one that was taken back stays as it was, and the log says nothing', async ({
  db,
}) => {
  await aProgramme(db)
  const owner = asMember(await aMember(db, ['owner']), ['owner'])
  const world = aWorld(db)
  const email = 'bea@example.test'
  await invite(world, owner.actor, { email, roles: ['coach'] })
  const first = await latestMail(db)

  await sendAgain(world, owner, first.id)

  const again = await latestMail(db)
  expect(again).toMatchObject({ recipient: email, kind: 'invitation' })
  const link = ({ text }: typeof again) => found(/desk\/join\/([\w-]+)/.exec(text)?.[1])
  expect(await invitationOf(db, link(first))).toBeUndefined()
  expect(await invitationOf(db, link(again))).toMatchObject({ email })

  await takeBackInvitation(db, owner.actor, email)
  const before = await db.select().from(changes)
  await expect(sendAgain(world, owner, again.id)).rejects.toMatchObject({ code: 'not-possible' })
  expect(await db.select().from(changes)).toEqual(before)
  expect(await latestMail(db)).toEqual(again)
})
