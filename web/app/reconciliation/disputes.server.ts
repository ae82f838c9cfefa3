import { nudgeMail } from '#mail/outbox.server.ts'
import { addProgrammeMail } from '#mail/programme-mail.server.ts'
import { findChargeOfDispute, storeDispute } from '#payments/disputes.db.server.ts'
import type { DisputeAnswer } from '#payments/gateway/gateway-answers.ts'
import { byWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Dispute } from '#payments/reconciliation.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars, parseCents } from '#platform/format/money.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { readPayerName } from './payer-name.db.server.ts'

/**
 * Idempotent. Applies a dispute's state and mails changes to the programme only: the charge stays as it is, and nothing
 * becomes unpaid.
 */
export async function applyDispute(world: World, answer: DisputeAnswer): Promise<string> {
  const { id, status, reason, replyByDate } = answer
  const charge = await findChargeOfDispute(world.db, answer.transaction)
  if (!charge) return 'not ours'
  const amountCents = orNotFound(parseCents(answer.amountDisputed))
  const row = { id, status, reason, amountCents, chargeId: charge.id, replyBy: replyByDate || null }
  const changed = await world.db.transaction(async (tx) => {
    const stored = await storeDispute(tx, row)
    if (stored) await addDisputeMail(tx, stored, charge)
    return stored
  })
  nudgeMail(world)
  if (changed) world.log.error({ dispute: id, charge: charge.id, status }, 'a payment is disputed')
  return status
}

const titles: Record<string, string> = {
  open: 'A payment is disputed',
  won: 'A disputed payment stays ours',
  lost: 'A disputed payment is lost',
}

async function addDisputeMail(tx: Db, dispute: Dispute, charge: Charge) {
  const programme = await readProgramme(tx)
  const { status, amountCents, reason, id } = dispute
  const title = titles[status] ?? 'A disputed payment: news'
  const day = longDay(todayIn(programme.timeZone, charge.createdAt))
  await addProgrammeMail(tx, programme, title, [
    `${dollars(amountCents)} of ${dollars(charge.amountCents)} from ${await readPayerName(tx, charge)}, paid on ${day} ${byWhat(charge)}: the holder of the card or account has denied it at the bank (${reason.replaceAll('_', ' ')}). It stands at “${status.replaceAll('_', ' ')}”. Dispute ${id}, transaction ${charge.transactionId}.`,
    nextStep(dispute),
    ...(charge.liabilityShifted
      ? ['The bank had confirmed the payer (3-D Secure): say so in your answer.']
      : []),
    'Nobody but you was told, and nothing is unpaid by it: places and gifts stay as they are until you decide.',
  ])
}

function nextStep({ status, replyBy }: Dispute): string {
  if (status === 'won') return 'The bank has decided for you: the money stays yours.'
  if (status === 'open')
    return `Answer it in the gateway’s control panel, under Disputes${replyBy ? `, by ${longDay(replyBy)}` : ''}, or accept it there.`
  if (status === 'disputed' || status === 'under_review') return 'Your answer is with the bank.'
  return 'The gateway takes the money back from you. Talk with the family, and decide whether it keeps its places.'
}
