import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { eraseAccount } from '#account/erasing/erase-account.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { noteCameBack } from '#offline-payments/desk-money.server.ts'
import { actOnMoney } from '#offline-payments/money-acts/money-acts.server.ts'
import { moneyActs } from '#offline-payments/money-acts/money-acts.tables.ts'
import { noteReturned } from '#offline-payments/offline-payments.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { beingPaidMessage, familyGoneMessage } from '#refunds/refusal-messages.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import { timeZone } from '../../../../test/builders/builders.ts'
import { creditFor } from '../../../../test/builders/money/credit.ts'
import { aDeskForMoney } from '../../../../test/builders/money/given-by-desk.ts'
import { apiClient } from '../../../../test/harness/api-client.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'
import { aWorld, type Gateway } from '../../../../test/harness/world.ts'

const today = todayIn(timeZone)
const handed = { how: 'check', given: today, reference: '4711' }
const why = { reason: 'goodwill', words: 'as agreed on the phone' }
const received = { how: 'check', received: today, reference: '1204', note: 'from grandma' }

/**
 * A family that has paid its first place by check and got a part of it back by hand, while its place stays; it owes for
 * its second place. What a second member is asked for waits.
 */
async function aDesk(db: Db, gateway: Gateway) {
  await gateway.setFaults()
  const desk = await aDeskForMoney(db)
  const { family, owner, first, second, memberOf } = desk
  const world = aWorld(db, gateway.settings)
  const asking = { key: crypto.randomUUID(), reason: 'goodwill' as const }
  const back = { kind: 'give back' as const, registrationId: first.id, cents: 2000, as: 'money' as const }
  await actOnMoney(world, family, owner, { ...back, ...asking })
  const byHand = { how: 'check' as const, reference: '1', givenOn: today }
  await noteReturned(world, first.id, owner.actor, byHand)
  const [refund] = await db.select().from(refunds)
  const waiting = { kind: 'give back' as const, registrationId: first.id, cents: 15_000 }
  const act = await actOnMoney(world, family, owner, {
    ...{ ...waiting, as: 'credit' as const, key: crypto.randomUUID(), reason: 'goodwill' },
  })
  expect(act.state).toBe('asked')
  const site = await aSite(world, routes)
  const treasurer = await memberOf('treasurer')
  const send = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ key: crypto.randomUUID(), ...form })
    const answer = await site(path, {
      ...{ method: 'POST', body },
      headers: { cookie: `sign-in=${treasurer.token}` },
    })
    const html = (await answer.text()).replaceAll('<!-- -->', '').replaceAll('<wbr/>', '')
    return { html, status: answer.status, leadsTo: answer.headers.get('location') }
  }
  /** As requested by the page's script. */
  const inScript = async (path: string, form: Record<string, string>) =>
    (await send(path.replace(/(?=\?|$)/, '.data'), form)).html
  const [{ number } = { number: 0 }] = await db
    .select()
    .from(families)
    .where(eq(families.id, family.familyId))
  const at = `/desk/families/${number}`
  /** Whether anything was posted, paid, given or decided. */
  const books = async () => ({
    posted: await db.$count(postings),
    recorded: await db.$count(offlinePayments),
    refunds: await db.select().from(refunds),
    acts: await db.$count(moneyActs),
  })
  /** A charge for both places whose end is not known, and which uses all credit besides. */
  const payOnline = async () => {
    await post(db, 'site', [{ registrationId: first.id, kind: 'fee', cents: 1500 }])
    await creditFor(db, family, 4500)
    const paysFor = `${first.id} ${second.id}`
    const charge = { ...family, amountCents: 3000, creditCents: 4500, state: 'unknown' as const, paysFor }
    const [{ id: chargeId } = { id: '' }] = await db
      .insert(charges)
      .values({ ...charge, idempotencyKey: crypto.randomUUID() })
      .returning({ id: charges.id })
    await db.update(registrations).set({ chargeId, chargeCents: 1500 })
  }
  return {
    ...desk,
    world,
    number,
    at,
    send,
    inScript,
    books,
    payOnline,
    refundId: orNotFound(refund).id,
    actId: act.id,
  }
}
type Desk = Awaited<ReturnType<typeof aDesk>>

/** Where the form of each act of the desk goes, and what was typed in it. */
const acts: [act: string, sent: (desk: Desk) => [path: string, form: Record<string, string>]][] = [
  ['record', ({ at }) => [`${at}/money`, { ...received, amount: '90' }]],
  [
    'give up, with money back',
    ({ at, first }) => [
      `${at}/places/${first.id}?do=give-up`,
      { ...why, back: 'part', amount: '45', as: 'money' },
    ],
  ],
  [
    'give a part back',
    ({ at, first }) => [`${at}/places/${first.id}?do=give-back`, { ...why, amount: '45', as: 'credit' }],
  ],
  ['waive', ({ at, second }) => [`${at}/places/${second.id}?do=waive`, { ...why, amount: '12.50' }]],
  ['fee', ({ at, second }) => [`${at}/places/${second.id}?do=fee`, { ...why, amount: '25' }]],
  ['use credit', ({ at, second }) => [`${at}/places/${second.id}?do=use-credit`, { amount: '12.50' }]],
  ['pay out', ({ at }) => [`${at}/pay-out`, { ...why, ...handed, amount: '45' }]],
  ['handed over', ({ at, first }) => [`${at}/returned/${first.id}`, handed]],
  ['came back', ({ at, refundId }) => [`${at}?form=came-back`, { refund: refundId }]],
  ['approve', ({ actId }) => [`/desk/acts/${actId}?form=approve`, {}]],
]

const typed = ({ amount, reference, words, note }: Record<string, string>) =>
  [amount, reference, words, note].filter((value) => value !== undefined)

test.for(acts)(
  '%s: of a family whose account was deleted while the form stood open, nothing is done, and what was typed stands in the answer',
  async ([act, sent], { db, gateway }) => {
    const desk = await aDesk(db, gateway)
    const [path, form] = sent(desk)
    await eraseAccount(desk.world, desk.family.accountId)
    const before = await desk.books()

    const { html, status } = await desk.send(path, form)

    expect(html).toContain(familyGoneMessage)
    expect(status).toBe(act === 'approve' ? 409 : 404)
    for (const words of typed(form)) expect(html).toContain(words)
    expect(await desk.books()).toEqual(before)
    // Approving has ended what was asked for.
    if (act !== 'approve') expect(await desk.inScript(path, form)).toContain(familyGoneMessage)
  },
)

test.for(acts.filter(([act]) => act !== 'record'))(
  '%s: while the end of a charge is not known, nothing is done, and what was typed stays',
  async ([act, sent], { db, gateway }) => {
    const desk = await aDesk(db, gateway)
    const { world, family, owner, refundId } = desk
    if (act === 'handed over') await noteCameBack(world, family, refundId, owner.actor)
    await desk.payOnline()
    const [path, form] = sent(desk)
    const before = await desk.books()

    const { html, status } = await desk.send(path, form)

    expect(html).toContain(
      act === 'pay out'
        ? 'A payment under way uses $45.00 of the family’s credit, and $0.00 is left.'
        : beingPaidMessage,
    )
    expect(status).toBe(act === 'pay out' ? 400 : 409)
    for (const words of typed(form)) expect(html).toContain(`value="${words}"`)
    expect(await desk.books()).toEqual(before)
  },
)

test('record: what is meant for places that are being paid online becomes credit, and the family’s page says so', async ({
  db,
  gateway,
}) => {
  const desk = await aDesk(db, gateway)
  await desk.payOnline()
  const places = { [`place-${desk.first.id}`]: 'on', [`place-${desk.second.id}`]: 'on' }

  const { leadsTo } = await desk.send(`${desk.at}/money`, {
    ...{ ...received, ...places, amount: '60', confirmed: '60' },
  })

  expect(leadsTo).toBe(`${desk.at}?done=recorded-as-credit`)
  expect(await readCredit(db, desk.family.familyId)).toBe(10_500)
  expect(await desk.due(desk.second.id)).toBe(3500)
})

test('credit in the history: while a charge pays the place, or once the account is gone, nothing is used and it says why', async ({
  db,
  gateway,
}) => {
  const desk = await aDesk(db, gateway)
  const { world, family, second } = desk
  const call = await apiClient(world, { id: family.accountId })
  const use = () => call('/use-credit', { registration_ids: [second.id] })
  await desk.payOnline()
  const before = await desk.books()

  expect(await use()).toMatchObject({ status: 409, answer: { code: 'being-paid' } })
  expect(await desk.books()).toEqual(before)

  const other = await aDesk(db, gateway)
  const gone = await apiClient(other.world, { id: other.family.accountId })
  await eraseAccount(other.world, other.family.accountId)
  const late = await gone('/use-credit', { registration_ids: [other.second.id] })
  expect(late).toMatchObject({ status: 401, answer: { message: 'Please log in to continue.' } })
})
