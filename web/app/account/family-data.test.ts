import { expect } from 'vitest'
import { processCart } from '#checkout/process-cart.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { requestReset } from '#people/accounts/accounts.server.ts'
import { requestEmailChange } from '#people/accounts/emails/settings.server.ts'
import { saveCareNote } from '#people/care/care-notes.server.ts'
import { saveContact } from '#people/care/contacts.server.ts'
import { setPhotoConsent } from '#people/care/photo-consents.server.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, password } from '../../test/builders/builders.ts'
import { aCareNote, aContact } from '../../test/builders/care.ts'
import { test } from '../../test/harness/database.ts'
import { latestMail } from '../../test/harness/latest-mail.ts'
import { aWorld } from '../../test/harness/world.ts'
import { familyData } from './family-data.server.ts'

test('a family gets all that is stored of it, nothing of others, and nothing that opens the account', async ({
  db,
}) => {
  await aProgramme(db)
  const account = await anAccount(db)
  const stranger = await anAccount(db)
  const pip = await aPlayer(db, { accountId: account.id, firstName: 'Pip', birthday: '2016-04-12' })
  await aPlayer(db, { accountId: stranger.id, firstName: 'Zephyrine' })
  const event = await anEvent(db, { name: 'Green Ball Clinic', priceCents: 18_000 })
  const session = await aSession(db, { eventId: event.id })
  const token = await signIn(db, account, { address: '192.0.2.7' })
  await processCart(aWorld(db), account.visitor, {
    method: 'later',
    places: [{ personId: pip.id, sessionId: session.id, seenCents: 18_000 }],
    idempotencyKey: crypto.randomUUID(),
  })

  const pipKey = { accountId: account.id, personId: pip.id }
  await saveContact(db, pipKey, aContact)
  await saveCareNote(db, pipKey, aCareNote)
  await setPhotoConsent(db, pipKey, true)
  await db.insert(ageExceptions).values({ personId: pip.id, sessionId: session.id })

  const data = await familyData(db, account.id)

  expect(data).toMatchObject({
    account: { email: account.email, firstName: 'Robin' },
    people: [{ role: 'parent' }, { firstName: 'Pip', birthday: '2016-04-12' }],
    registrations: [
      { event: 'Green Ball Clinic', priceCents: 18_000, session: { startsOn: session.startsOn } },
    ],
    orders: [{ totalCents: 18_000 }],
    contacts: [{ name: 'Alex Vale', relation: 'Neighbor', phone: '(555) 010-0177', mayCollect: true }],
    careNotes: [{ category: 'allergy', note: 'Peanuts', whatToDo: 'Call, then the pen in the bag' }],
    photoConsents: [{ mayBeShown: true }],
    ageExceptions: [{ sessionId: session.id, state: 'asked' }],
    signIns: [{ device: '' }],
    mails: [{ to: account.email }],
  })
  const file = JSON.stringify(data)
  for (const secret of ['argon2', token, 'Zephyrine', stranger.email, 'tokenHash'])
    expect(file).not.toContain(secret)
})

test('who reads the data of a family finds no link in its mails that opens the account', async ({ db }) => {
  await aProgramme(db)
  const { id, email, visitor } = await anAccount(db)
  const caller = { address: '192.0.2.7', siteUrl: 'https://tennis.example' }
  await requestReset(db, email, caller)
  const reset = await latestMail(db)
  const newEmail = 'robin.new@example.test'
  await requestEmailChange(db, visitor, { present_password: password, email: newEmail }, caller)
  const change = await latestMail(db, newEmail)
  const earlier = {
    accountId: id,
    recipient: email,
    subject: 'Hello',
    text: 'of a version before',
    html: '',
  }
  await db.insert(mails).values({ ...earlier, kind: null })

  const data = await familyData(db, id)

  expect(data.mails.map(({ text }) => text)).toContainEqual(expect.stringContaining(newEmail))
  const file = JSON.stringify(data)
  for (const secret of [reset.token, change.token, earlier.text]) expect(file).not.toContain(secret)
})
