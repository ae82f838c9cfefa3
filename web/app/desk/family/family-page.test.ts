import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { saveCareNote } from '#people/care/care-notes.server.ts'
import { people } from '#people/people.tables.ts'
import { aMember } from '../../../test/builders.ts'
import { aCareNote } from '../../../test/care.ts'
import { test } from '../../../test/database.ts'
import { aDebtor } from '../../../test/debtor.ts'
import { aSite } from '../../../test/site.ts'
import { aWorld } from '../../../test/world.ts'
import routes from '../../routes.ts'

test('a treasurer sees what a family owes, and of its players the names: no age, level, photos, note or mail', async ({
  db,
}) => {
  const { account, pip, invoice } = await aDebtor(db)
  const { id: accountId, familyId } = account
  await db.update(people).set({ skillLevel: 'Intermediate' }).where(eq(people.id, pip.id))
  await saveCareNote(db, { accountId, personId: pip.id }, aCareNote)
  const mail = { recipient: account.email, subject: 'About the lessons', text: '', html: '' }
  await db.insert(mails).values({ ...mail, accountId, familyId, kind: 'message' })
  const site = await aSite(aWorld(db), routes)
  const pageFor = async (role: 'registrar' | 'treasurer') => {
    const { token } = await aMember(db, [role])
    const answer = await site(`/desk/families/${invoice.slice(5)}`, {
      headers: { cookie: `sign-in=${token}` },
    })
    return answer.text()
  }
  const ofChildren = ['Apr 12, 2016', 'Intermediate', 'No photos', 'allergy', mail.subject]

  const [registrar, treasurer] = [await pageFor('registrar'), await pageFor('treasurer')]

  for (const word of ['Pip Lobwell', '$180.00']) expect(treasurer).toContain(word)
  for (const word of ofChildren) {
    expect(registrar).toContain(word)
    expect(treasurer).not.toContain(word)
  }
})
