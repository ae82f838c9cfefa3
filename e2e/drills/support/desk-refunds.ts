import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { postings } from '../../../web/app/ledger/postings.tables.ts'
import { moneyActs } from '../../../web/app/offline-payments/money-acts/money-acts.tables.ts'
import { recordAtDesk } from '../../../web/app/offline-payments/offline-payments.server.ts'
import { accounts, families } from '../../../web/app/people/people.tables.ts'
import { dollars, inDollars } from '../../../web/app/platform/format/money.ts'
import { orNotFound } from '../../../web/app/platform/refusal.ts'
import { refunds, registrations } from '../../../web/app/registrations/registrations.tables.ts'
import { aMember } from '../../../web/test/builders/builders.ts'
import { limits } from '../../../web/test/builders/limits.ts'
import { aWorld } from '../../../web/test/harness/world.ts'
import { submit } from './desk-deeds.ts'
import type { Town } from './town.ts'
import { readNonce, type Way } from './ways.ts'

/** Of a site that is killed while money goes back. */
export const settings = {
  ...limits({ gatewayTimeoutSeconds: 3, settleEverySeconds: 1 }),
  GATEWAY_MARGIN_SECONDS: '1',
  LOG_LEVEL: 'error',
}
/** Whoever died at work on a refund owns it for six times as long as a call may take. */
export const refundSeconds = 24

/**
 * A place that a check and this way have paid, a half each, and that the desk gives up with all of its money back. It is
 * `isAsked` where that is above the sum that one member gives away alone: then the deed is approving it.
 */
export async function aPlaceToGiveUp(town: Town, way: Way, isAsked: boolean) {
  const { db } = town
  const priceCents = isAsked ? 18_000 : 9000
  const half = priceCents / 2
  const family = await town.family({ nonce: await readNonce(way, town.gatewayUrl), priceCents })
  const registered = (await family.checkOut('later')).answer.transaction_request
  const [id]: number[] = registered.registered_clinics
  const registrationId = orNotFound(id)
  const [account] = await db
    .select({ accountId: accounts.id, familyId: families.id, number: families.number })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(eq(accounts.id, family.accountId))
  const { number, ...payer } = orNotFound(account)
  await recordAtDesk(aWorld(db), payer, {
    ...{ amountCents: half, how: 'check', registrationIds: [registrationId], note: '' },
    ...{ key: crypto.randomUUID(), actor: 'command:treasurer' },
  })
  const paid = await family.pay({ ...registered, total_amount: inDollars(half) })

  const key = crypto.randomUUID()
  const treasurer = await aMember(db, ['treasurer'])
  const owner = await aMember(db, ['owner'])
  const form = { key, back: 'all', as: 'money', reason: 'left early', words: '' }
  const giveUp = () =>
    submit(town, treasurer, `/desk/families/${number}/places/${registrationId}?do=give-up`, form)
  if (isAsked) expect(await giveUp(), 'asked for').toBe(302)
  const isOfPlace = eq(refunds.registrationId, registrationId)
  const rows = async () => {
    const [place] = await db.select().from(registrations).where(eq(registrations.id, registrationId))
    const posted = await db
      .select({ kind: postings.kind, cents: postings.cents })
      .from(postings)
      .where(eq(postings.registrationId, registrationId))
      .orderBy(postings.id)
    const acts = await db.select().from(moneyActs).where(eq(moneyActs.registrationId, registrationId))
    const back = await db.select().from(refunds).where(isOfPlace)
    return {
      place: { dueCents: place?.dueCents, removedBy: place?.removedBy },
      posted: posted.map(({ kind, cents }) => `${kind} ${cents}`),
      acts: acts.map(({ id, kind, cents, state, askedBy, decidedBy }) => ({
        ...{ isOfForm: id === key, kind, cents, state, askedBy, decidedBy },
      })),
      refunds: back.map(({ state, amountCents }) => `${state} ${amountCents}`),
    }
  }
  const [asker, decider] = [`member:${treasurer.id}`, `member:${owner.id}`]
  const before = await rows()
  const ofAct = { isOfForm: true, kind: 'give up', cents: priceCents, askedBy: asker }
  return {
    family,
    transactionId: String(paid.answer.transction_id),
    registrationId,
    /** What the gateway has, and gives back; the check's half is owed by hand. */
    cents: half,
    act: () => (isAsked ? submit(town, owner, `/desk/acts/${key}?form=approve`, {}) : giveUp()),
    rows,
    before,
    mails: [
      'Your sessions have successfully been registered!',
      `We received ${dollars(half)} by check`,
      'Payment receipt',
      `${family.players[0]?.firstName}’s place is given up`,
      'Your refund is done',
    ],
    done: {
      place: { dueCents: -half, removedBy: isAsked ? decider : asker },
      posted: [...before.posted, `given up -${priceCents}`, `refunded ${half}`],
      acts: [{ ...ofAct, state: 'done', decidedBy: isAsked ? decider : null }],
      refunds: [`done ${half}`],
    },
  }
}
