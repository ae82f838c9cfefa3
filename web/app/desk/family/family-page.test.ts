import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { recordAtDesk } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { saveCareNote } from '#people/care/care-notes.server.ts'
import { people } from '#people/people.tables.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aMember, aPlace, aSession, payByHand, timeZone } from '../../../test/builders/builders.ts'
import { aCareNote } from '../../../test/builders/care.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import routes from '../../routes.ts'
import { familyAt } from './family.server.ts'

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

test('the desk says what a family owes for each place, what it paid for which, and what went back', async ({
  db,
}) => {
  const { account, rows, invoice } = await aDebtor(db)
  const open = rows[1]?.id ?? 0
  const world = aWorld(db)
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(world, routes)
  const number = Number(invoice.slice(5))
  const family = `/desk/families/${number}`
  const headers = { cookie: `sign-in=${token}` }
  const pageAt = async (path: string) =>
    (await (await site(path, { headers })).text()).replace(/<!-- -->/g, '')
  const seen = async (path = family) => (await pageAt(path)).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const { id: payment } = await recordAtDesk(world, await familyAt(db, number), {
    ...{ amountCents: 3500, how: 'check', note: '1204', key: crypto.randomUUID(), actor: 'command:bea' },
    registrationIds: [open],
  })

  const before = await seen()
  expect(before).toContain('Owes one place, due Jun 21, 2027 $180.00')
  expect(before).toContain('Owed Pip Lobwell , Green Ball Clinic, due Jun 21, 2027 $180.00')
  expect(before).toMatch(
    /Paid \$35\.00 Paid by check, \w+ \d+, \d+ for Pip , Orange Ball Open 1204\. Recorded by bea /,
  )

  await freePlaces(db, eq(registrations.id, open), byFamily(account.familyId))
  expect(await seen()).toContain('We owe them For Pip , Orange Ball Open $35.00')
  const owner = { cookie: `sign-in=${(await aMember(db, ['owner'])).token}` }
  const answer = (fields: Record<string, string>) =>
    site(`${family}/returned/${open}`, {
      ...{ method: 'POST', headers: owner, body: new URLSearchParams({ reference: '', ...fields }) },
    })
  expect((await answer({ given: '2999-01-01' })).status).toBe(400)
  const handed = { how: 'check', given: todayIn(timeZone), reference: '4711' }
  expect((await answer(handed)).headers.get('location')).toBe(`${family}?done=returned`)
  expect((await answer(handed)).status).toBe(404)
  const shown = await seen()
  expect(shown).toContain('Paid, less what went back $0.00')
  expect(shown).toMatch(/Given back by hand, \w+ \d+, \d+, for Pip , Orange Ball Open −\$35\.00/)

  const bounced = { id: payment, registrationIds: [], hasBounced: true, actor: 'command:bea' as const }
  await takeBackPayment(world, bounced)
  expect(await seen()).toMatch(/Owes one place, due Jun 21, 2027 \$215\.00.*They paid \$35\.00 back \$35\.00/)
  expect(await pageAt(family)).toContain(`href="${family}/money?for=${open}"`)
  await recordAtDesk(world, await familyAt(db, number), {
    ...{ amountCents: 3500, how: 'cash', note: '', key: crypto.randomUUID(), actor: 'command:bea' },
    registrationIds: [open],
  })
  const repaid = await seen()
  expect(repaid).toContain('Owes one place, due Jun 21, 2027 $180.00')
  expect(repaid).not.toContain('They paid')
  expect(repaid).toMatch(
    /Paid in cash, \w+ \d+, \d+ for Pip , Orange Ball Open .*Take back payment \d+ \$35\.00 /,
  )
  const list = await seen('/desk/families?q=lobwell')
  expect(list).toContain('To pay')
  expect(list).not.toContain('$')
})

test('a family that is there twice is asked for before it is made a third time, made one with the other, and two again', async ({
  db,
}) => {
  const { account, pip, invoice } = await aDebtor(db)
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  const ask = async (path: string, form?: Record<string, string>) => {
    const body = form && new URLSearchParams(form)
    const answer = await site(`/desk/families/${path}`, {
      ...(body && { method: 'POST', body }),
      headers: { cookie: `sign-in=${token}` },
    })
    const text = (await answer.text()).replace(/<!-- -->/g, '')
    return { text, to: answer.headers.get('location') ?? '', status: answer.status }
  }
  const number = invoice.slice(5)
  const family = {
    ...{ first_name: 'Édith', last_name: 'Lobwell', phone: '(555) 010-0177', email: '' },
    ...{ 'player.first_name': 'Pip', 'player.last_name': 'Lobwell', 'player.birthday': '2016-04-12' },
    ...{ 'player.skill_level': 'Beginner', 'player.phone': '', key: crypto.randomUUID() },
  }

  const asked = await ask('new', family)
  expect(asked.text).toContain('Is this the same family?')
  expect(asked.text).toContain(`href="/desk/families/${number}"`)
  for (const typed of ['Édith', '(555) 010-0177']) expect(asked.text).toContain(`value="${typed}"`)
  const made = await ask('new', { ...family, is_new: 'yes' })
  const other = orNotFound(/\d+/.exec(made.to))[0]

  expect((await ask(number)).text).toContain(`href="/desk/families/${number}/merge?with=${other}"`)
  expect((await ask(`${number}/merge?with=999`)).text).toContain('No family has the number 999.')
  const merge = `${number}/merge?with=${other}`
  expect((await ask(merge)).text).toContain(`<option value="${pip.id}" selected="">`)
  const merged = await ask(merge, { [`same.${family.key}`]: pip.id, reason: 'mistake', words: '' })
  expect(merged.to).toBe(`/desk/families/${number}?done=merged`)
  expect((await ask(other)).to).toBe(`/desk/families/${number}`)
  expect(await db.$count(people, eq(people.accountId, account.id))).toBe(2)

  for (const either of [number, other]) {
    const log = await ask(`../log?family=${either}`)
    expect(log.text).toContain(`Family ${other}<`)
    expect(log.text).not.toContain('Account deleted')
  }
  const id = orNotFound(/name="merge" value="(\d+)"/.exec((await ask(number)).text))[1] ?? ''
  expect((await ask(`${number}?form=undo-merge`, { merge: id })).status).toBe(200)
  expect((await ask(other)).text).toContain('Édith')
})

test('of what was paid by hand before receipts named payments the desk says how it was paid, and a free place is no payment', async ({
  db,
}) => {
  const { invoice, rows } = await aDebtor(db)
  const { id: cash, accountId, personId, orderId } = orNotFound(rows[0])
  await payByHand(db, [cash], 'cash')
  const { id: sessionId } = await aSession(db)
  await aPlace(db, { accountId, personId, orderId, sessionId, priceCents: 0 })
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)

  const answer = await site(`/desk/families/${invoice.slice(5)}`, { headers: { cookie: `sign-in=${token}` } })
  const page = (await answer.text()).replace(/<!-- -->/g, '')
  const ledger = /<div class="box family-money">(.*?)Registrations in/s.exec(page)?.[1]

  expect(ledger).toContain('Paid in cash')
  expect(ledger).not.toMatch(/Paid (Paid|Free)/)
})
