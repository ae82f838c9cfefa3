import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { readCredit } from '#ledger/credit.db.server.ts'
import { moneyActs } from '#offline-payments/money-acts/money-acts.tables.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { offlinePayments } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import { timeZone } from '../../../../test/builders/builders.ts'
import { aDeskForMoney } from '../../../../test/builders/money/given-by-desk.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'

async function aDesk(db: Db) {
  const desk = await aDeskForMoney(db)
  const site = await aSite(desk.world, routes)
  const [family] = await db.select().from(families).where(eq(families.id, desk.family.familyId))
  const address = `/desk/families/${orNotFound(family).number}`
  const askAs = (token: string) => async (path: string, form?: Record<string, string>) => {
    const body = form && new URLSearchParams({ key: crypto.randomUUID(), words: '', ...form })
    const headers = { cookie: `sign-in=${token}` }
    const answer = await site(path, { ...(body && { method: 'POST', body }), headers })
    const html = (await answer.text()).replace(/<!-- -->/g, '')
    return { html, status: answer.status, to: answer.headers.get('location') }
  }
  return { ...desk, address, askAs, ask: askAs(desk.owner.token) }
}

test('each wrong sum has its sentence at its field, what was typed stays, and nothing is posted', async ({
  db,
}) => {
  const { ask, address, first, second, posted } = await aDesk(db)
  const before = await posted()
  const back = { as: 'credit', reason: 'goodwill' }
  const place = `${address}/places/${first.id}`

  for (const [path, form, sentence] of [
    [`${place}?do=give-back`, { ...back, amount: '0' }, 'Write a sum above $0.'],
    [`${place}?do=give-back`, { ...back, amount: '-5' }, 'Write a sum above $0.'],
    [`${place}?do=give-back`, { ...back, amount: 'lots' }, 'Write a sum in dollars, such as 45 or 45.50.'],
    [
      `${place}?do=give-back`,
      { ...back, amount: '180.01' },
      'That is more than $180.00, which is what was paid',
    ],
    [`${place}?do=give-back`, { reason: 'goodwill', amount: '5' }, 'Choose how it goes back.'],
    [`${place}?do=give-up`, { ...back, back: 'part', amount: '' }, 'Write a sum in dollars'],
    [`${place}?do=give-up`, { ...back, amount: '' }, 'Choose how much goes back.'],
    [`${place}?do=fee`, { reason: 'bounced', amount: '1000.01' }, 'A fee is at most $1,000.00.'],
    [
      `${address}/places/${second.id}?do=waive`,
      { reason: 'other', amount: '5' },
      'Write why, in a few words.',
    ],
    [
      `${address}/places/${second.id}?do=waive`,
      { reason: 'goodwill', amount: '36' },
      'That is more than $35.00',
    ],
    [
      `${address}/pay-out`,
      { reason: 'goodwill', amount: '1', how: 'cash', given: '2999-01-01', reference: '' },
      'This day is still to come.',
    ],
  ] as const) {
    const { html, status } = await ask(path, form)
    expect([status, html.includes(sentence)], `${path} ${JSON.stringify(form)} ${sentence}`).toEqual([
      400,
      true,
    ])
    if (form.amount) expect(html, path).toContain(`value="${form.amount}"`)
  }

  expect(await posted()).toEqual(before)
  expect(await db.$count(moneyActs)).toBe(0)
})

test('a place of another family is not found', async ({ db }) => {
  const { ask, address } = await aDesk(db)
  const other = await aDesk(db)

  for (const page of ['places', 'returned'])
    expect((await ask(`${address}/${page}/${other.first.id}`)).status).toBe(404)
  const fee = { reason: 'bounced', amount: '5' }
  expect((await ask(`${address}/places/${other.first.id}?do=fee`, fee)).status).toBe(404)
})

test('what waits for a second member is on Today and on the family’s page; one who did not ask approves it there', async ({
  db,
}) => {
  const { ask, askAs, address, first, family, memberOf } = await aDesk(db)
  const treasurer = askAs((await memberOf('treasurer')).token)
  const form = { back: 'part', amount: '150', as: 'credit', reason: 'left early' }

  const { to } = await ask(`${address}/places/${first.id}?do=give-up`, form)
  const act = orNotFound(to)
  expect(act).toMatch(/^\/desk\/acts\//)
  for (const page of ['/desk', address, act]) {
    expect((await ask(page)).html).toContain('Give a paid place up, $150.00 as credit')
    expect((await treasurer(page)).html).toContain('Waits for a second member')
  }
  const approval = await ask(`${act}?form=approve`, {})
  expect(approval.html).toContain('Another owner or treasurer approves it.')
  expect([approval.status, await readCredit(db, family.familyId)]).toEqual([409, 0])

  expect((await treasurer(`${act}?form=approve`, {})).to).toBe(act)

  expect(await readCredit(db, family.familyId)).toBe(15_000)
  expect((await ask('/desk')).html).not.toContain('Waits for a second member')
  const paidOut = {
    amount: '40',
    how: 'check',
    given: todayIn(timeZone),
    reference: '12',
    reason: 'goodwill',
  }
  expect((await ask(`${address}/pay-out`, paidOut)).to).toMatch(/^\/desk\/acts\//)
})

test('what is owed for a place that was given up says whether it is a fee, a check that bounced, or both', async ({
  db,
}) => {
  const { ask, address, first, family, world, owner, due } = await aDesk(db)
  const { actor } = owner
  const place = `${address}/places/${first.id}`
  const page = async () => (await ask(address)).html.replace(/<[^>]+>/g, '')
  await ask(`${place}?do=give-up`, { back: 'part', amount: '90', as: 'credit', reason: 'left early' })

  await ask(`${place}?do=fee`, { amount: '25', reason: 'other', words: 'a lost racket' })
  expect(await page()).toContain('A fee for Pip, Green Ball Clinic, charged after the place was given up')

  const [payment] = await db
    .select()
    .from(offlinePayments)
    .where(eq(offlinePayments.accountId, family.accountId))
  await takeBackPayment(world, { id: orNotFound(payment).id, registrationIds: [], hasBounced: true, actor })
  expect(await page()).toContain(
    'The check for Pip, Green Ball Clinic bounced after we had given it back, and a fee of $25.00',
  )
  const [, path = ''] = orNotFound(/href="([^"]+money\?for=[^"]+)"/.exec((await ask(address)).html))
  expect((await ask(path)).html).toMatch(/name="amount" value="115\.00"/)
  const paid = { how: 'cash', received: todayIn(timeZone), reference: '', note: '', amount: '115.00' }
  await ask(path, { ...paid, [`place-${first.id}`]: 'on' })

  expect(await due(first.id)).toBe(0)
  expect(await page()).not.toContain('bounced after we had given it back')
  expect(await page()).toContain('Paid in cash')
})
