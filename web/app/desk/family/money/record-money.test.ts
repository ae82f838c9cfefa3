import { expect } from 'vitest'
import { familyAt } from '#desk/family/family.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, longDay, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { offlinePayments } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import { aMember, timeZone } from '../../../../test/builders/builders.ts'
import { aDebtor } from '../../../../test/builders/money/debtor.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'
import { aWorld } from '../../../../test/harness/world.ts'

const today = todayIn(timeZone)

/** The desk's pages as a treasurer sees and sends them. */
async function aTreasurer(db: Db) {
  const { token } = await aMember(db, ['treasurer'])
  const site = await aSite(aWorld(db), routes)
  const headers = { cookie: `sign-in=${token}` }
  return async (path: string, form?: Record<string, string>) => {
    const answer = await site(
      path,
      form ? { headers, method: 'POST', body: new URLSearchParams(form) } : { headers },
    )
    return {
      status: answer.status,
      leadsTo: answer.headers.get('Location'),
      html: (await answer.text()).replaceAll('<!-- -->', '').replaceAll('<wbr/>', ''),
    }
  }
}

async function aFamily(db: Db) {
  const { rows, payment } = await aDebtor(db)
  const number = Number(payment.invoice.slice(5))
  return { rows, number, family: await familyAt(db, number) }
}

test('what is wrong with recorded money stands at its field, what was typed stays, and nothing is recorded', async ({
  db,
}) => {
  const { rows, number } = await aFamily(db)
  const ask = await aTreasurer(db)
  const page = `/desk/families/${number}/money`
  const good = {
    ...{ how: 'check', amount: '215.00', received: today, reference: '1204', note: 'from grandma' },
    ...{ key: crypto.randomUUID(), [`place-${rows[0]?.id}`]: 'on' },
  }
  const wrong: [Record<string, string>, string][] = [
    [{ amount: '0' }, 'Write more than $0.'],
    [{ amount: '-5' }, 'Write more than $0. What goes back to a family is not recorded here.'],
    [{ amount: '12345678901' }, 'at most $1,000,000.'],
    [{ amount: 'ninety' }, '“ninety” is no amount. Write dollars, such as 215.00.'],
    [{ amount: '' }, 'Write how much came, such as 215.00.'],
    [{ received: addDays(today, 1) }, `${longDay(addDays(today, 1))} is still to come.`],
    [{ received: '2019-06-21' }, 'Jun 21, 2019 is too long ago.'],
    [{ received: 'soon' }, 'Write a date, such as 2027-06-21.'],
    [{ reference: '1'.repeat(41) }, 'This is too long: at most 40 letters.'],
    [{ how: 'gold' }, 'Choose what they gave you.'],
  ]
  for (const [typed, words] of wrong) {
    const { status, html } = await ask(page, { ...good, ...typed })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(html.match(/class="problem".*?<\/p>/gs)?.join(' ')).toContain(words)
    expect(html).toContain('value="from grandma"')
    expect(html).toContain(`value="${{ ...good, ...typed }.amount}"`)
  }
  expect(await db.$count(offlinePayments)).toBe(0)
})

test('a sum far above what is due is asked about at its field, and recorded when it is sent again', async ({
  db,
}) => {
  const { number, family } = await aFamily(db)
  const ask = await aTreasurer(db)
  const page = `/desk/families/${number}/money`
  expect((await ask(page)).html).toContain('value="215.00"')
  const form = {
    ...{ how: 'cash', amount: '$2,150', received: today, reference: '', note: '' },
    key: crypto.randomUUID(),
  }

  const { status, html } = await ask(page, form)
  expect(status).toBe(409)
  expect(html).toContain(
    'That is much more than is due: $215.00 is due. Record it all the same; $1,935.00 becomes credit.',
  )
  const [, confirmed = ''] = orNotFound(/name="confirmed" value="([^"]+)"/.exec(html))
  const again = await ask(page, { ...form, confirmed, amount: '2151' })
  expect(again.status).toBe(409)
  expect(await ask(page, { ...form, confirmed })).toMatchObject({
    leadsTo: `/desk/families/${number}?done=recorded`,
  })
  await ask(page, { ...form, confirmed })

  expect(await db.$count(offlinePayments)).toBe(1)
  expect(await readCredit(db, family.familyId)).toBe(193_500)
  const text = (await ask(`/desk/families/${number}`)).html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('Owes nothing $0.00')
  expect(text).toContain('Credit $1,935.00')
})

test('a part of what is due stands at the family, with what stays due', async ({ db }) => {
  const { rows, number } = await aFamily(db)
  const ask = await aTreasurer(db)
  const form = {
    ...{ how: 'check', amount: '90', received: today, reference: '1204', note: '', key: crypto.randomUUID() },
    [`place-${rows[0]?.id}`]: 'on',
  }

  await ask(`/desk/families/${number}/money`, form)

  const text = (await ask(`/desk/families/${number}`)).html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toMatch(/Green Ball Clinic, due Jun 21, 2027 \$90\.00 of it is paid \$90\.00/)
  expect(text).toContain('Number 1204. Recorded')
})

test('one check for several families names each and what it owes before it is recorded, and its sums come to its own', async ({
  db,
}) => {
  const [one, other] = [await aFamily(db), await aFamily(db)]
  const ask = await aTreasurer(db)
  const page = '/desk/money/check'
  const form = {
    ...{ amount: '300', received: today, reference: '77', note: '', key: crypto.randomUUID(), step: 'look' },
    ...{ 'family-1': `${one.number}`, 'sum-1': '215', 'family-2': `${other.number}`, 'sum-2': '80' },
  }
  expect((await ask(`${page}?family=${one.number}`)).html).toContain(`value="${one.number}"`)
  const looked = await ask(page, form)
  expect(looked.status).toBe(200)
  expect(looked.html).toContain('$215.00 is due')

  const record = (more: Record<string, string> = {}) => ask(page, { ...form, step: 'record', ...more })
  expect((await record()).html).toContain('sums come to $295.00, and the check is over $300.00.')
  expect((await record({ 'family-2': '999999' })).html).toContain('No family has this number.')
  expect((await record({ 'family-2': `${one.number}` })).html).toContain('This family stands here twice')
  expect((await record({ 'family-2': '', 'sum-2': '' })).html).toContain('two families at least')
  expect((await record({ 'sum-2': '0' })).html).toContain('Write more than $0.')
  expect((await record({ received: '2099-01-01', 'sum-2': '85' })).html).toContain('is still to come.')
  expect(await db.$count(offlinePayments)).toBe(0)

  expect(await record({ 'sum-2': '85' })).toMatchObject({
    leadsTo: `/desk/families/${one.number}?done=recorded-together`,
  })
  await record({ 'sum-2': '85' })
  expect(await db.$count(offlinePayments)).toBe(2)
  const payments = await db.select().from(offlinePayments).orderBy(offlinePayments.id)
  const ofOne = orNotFound(payments.find(({ familyId }) => familyId === one.family.familyId))
  const { html } = await ask(`/desk/families/${one.number}/payments/${ofOne.id}`)
  expect(html).toContain('One check for several families.')
  expect(html).toContain(`Family ${other.number}, $85.00`)
  expect(html).toContain('Take $300.00 back')
})
