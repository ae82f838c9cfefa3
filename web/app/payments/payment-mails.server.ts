import { mailLayout } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars } from '#platform/format/money.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Charge } from './payments.tables.ts'

/** `to`: null if the account is deleted; then no mail is sent. */
export type Payer = { to: string | null; payment: 'payment' | 'gift'; what: string }

export async function addDeclinedMail(tx: Db, charge: Charge, payer: Payer, next: string): Promise<void> {
  const title = `Your ${payer.payment} did not go through`
  await mailPayer(tx, payer, title, [
    `We told you that the bank had not answered yet about ${dollars(charge.amountCents)} ${payer.what}. Now we know: nothing was charged.`,
    next,
  ])
}

const lately = {
  done: 'We have given it back. It disappears from your statement, or comes back to you, within a few days.',
  queued: 'We are giving it back and mail you when that is done. You need not do anything.',
}

export async function addUndoneMail(
  tx: Db,
  charge: Charge,
  payer: Payer,
  state: keyof typeof lately,
): Promise<void> {
  const { payment, what } = payer
  const title = `A ${payment} that came too late ${state === 'done' ? 'was' : 'is being'} given back`
  await mailPayer(tx, payer, title, [
    `${dollars(charge.amountCents)} was taken ${what} after we had given this ${payment} up.`,
    lately[state],
    payment === 'gift' ? 'This gift was not received.' : 'No place was paid by it.',
  ])
}

async function mailPayer(tx: Db, { to, payment }: Payer, title: string, paragraphs: string[]) {
  if (!to) return
  const kind = payment === 'gift' ? 'gift payment' : 'payment'
  const programme = await readProgramme(tx)
  await addMail(tx, { kind, to, subject: title, ...mailLayout({ programme, title, paragraphs }) })
}
