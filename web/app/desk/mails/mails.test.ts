import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { perPage } from '#platform/list-page.ts'
import routes from '#routes.ts'
import { aMember, aProgramme } from '../../../test/builders/builders.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { listMails, type MailFilter } from './mails.db.server.ts'

const all: MailFilter = { family: undefined, day: undefined, sessions: undefined }
const words = { text: '-', html: '-' }

test('mails are narrowed to what they are about, a day, a family, and the families of a session', async ({
  db,
}) => {
  const { account, rows, invoice } = await aDebtor(db)
  const { familyId } = account.visitor
  await db.insert(mails).values([
    { ...words, familyId, kind: 'receipt', recipient: 'pip@example.test', subject: 'Receipt' },
    {
      ...{ ...words, familyId, kind: 'registered', recipient: 'pip@example.test', subject: 'Registered' },
      ...{ createdAt: new Date('2027-06-22T08:00:00Z'), sentAt: new Date('2027-06-22T06:59:00Z') },
    },
    { ...words, kind: 'receipt', recipient: 'juno@example.test', subject: 'Of nobody' },
  ])
  const subjects = async (filter: Partial<MailFilter>) =>
    (await listMails(db, { ...all, ...filter })).rows.map(({ subject }) => subject)

  expect(await subjects({ kind: 'receipt' })).toEqual(['Of nobody', 'Receipt'])
  expect(await subjects({ day: '2027-06-21' })).toEqual(['Registered'])
  expect(await subjects({ sessions: rows.map(({ sessionId }) => sessionId) })).toEqual([
    'Registered',
    'Receipt',
  ])
  expect(await subjects({ sessions: [] })).toEqual([])
  const family = Number(invoice.slice(5))
  expect(await subjects({ family, kind: 'receipt' })).toEqual(['Receipt'])
  expect(await subjects({ recipient: 'juno' })).toEqual(['Of nobody'])
})

test('the list of mails says how many there are, keeps its filters on the next page, and says which filter it cannot read', async ({
  db,
}) => {
  await aProgramme(db)
  const { token } = await aMember(db, ['registrar'])
  await db.insert(mails).values(
    Array.from({ length: perPage + 2 }, () => ({
      ...{ ...words, kind: 'receipt' as const, recipient: 'pip@example.test', subject: 'Receipt' },
    })),
  )
  const site = await aSite(aWorld(db), routes)
  const page = async (path: string) =>
    (await (await site(path, { headers: { cookie: `sign-in=${token}` } })).text()).replaceAll('<!-- -->', '')

  const first = await page('/desk/mails?kind=receipt&q=pip')
  expect(first).toContain('52 mails, about “receipt”, to “pip”')
  expect(first).toContain('href="/desk/mails?q=pip&amp;kind=receipt&amp;page=2"')
  expect(await page('/desk/mails?kind=receipt&page=2')).toContain('51 to 52 of 52')
  const wrong = await page('/desk/mails?family=Lob&day=2027-02-30')
  expect(wrong).toContain('A family’s number is written as 1042')
  expect(wrong).toContain('There is no such day.')
  expect(wrong).toContain('value="Lob"')
})
