import { eq, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { paymentIn } from '#ledger/postings.db.server.ts'
import { addFamilyMail } from '#mail/family-mail.server.ts'
import { addMail, type MailToSend } from '#mail/outbox.server.ts'
import { programmeMail } from '#mail/programme-mail.server.ts'
import { toWhat } from '#payments/means.ts'
import { charges } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayRange } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { found } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { nameColumns, withNames } from '#registrations/named-places.db.server.ts'
import { owedBackCents } from '#registrations/registrations.db.server.ts'
import { type Refund, registrations } from '#registrations/registrations.tables.ts'

import { wentBackWords } from './back-parts.ts'
import { backOfPlace } from './parts.db.server.ts'

type End = 'free' | 'unpaid' | 'owed' | 'queued' | 'refunded'

const words: Record<End, (amount: string, to: string, transactionId: string | null | undefined) => string> = {
  free: () => 'It was free: nothing goes back.',
  unpaid: () => 'Nothing was paid for it, and nothing is due.',
  owed: (amount) =>
    `You paid ${amount} by check, cash or Venmo transfer. We owe it to you and will return it.`,
  queued: (amount, to) =>
    `The refund of ${amount} ${to} is queued: it goes out once the payment has settled, in a day or two. We mail you when it is done.`,
  refunded: (amount, to, transactionId) =>
    `We refunded ${amount} ${to}. The refund’s transaction is ${transactionId}.`,
}

type About = { refund?: Refund; isAll?: boolean }

/**
 * The place was given up, and what became of the money. `isAll`: with what other payments had paid; else it is about
 * this refund alone, as what came later, or what the desk gives back.
 */
export async function addUnregisteredMail(
  tx: Db,
  registrationId: number,
  end: End,
  { refund, isAll = false }: About = {},
): Promise<void> {
  const facts = await factsOf(tx, registrationId, refund?.chargeId)
  const amount = dollars(refund?.amountCents ?? facts.owedBackCents)
  const others = isAll ? await otherParts(tx, registrationId, { refund, end }) : []
  const isOfDesk = refund?.endedBy && !isAll
  const first = isOfDesk
    ? `It is for ${facts.firstName}’s place in ${sessionOf(facts)}.`
    : `${facts.firstName} gave up the place in ${sessionOf(facts)}.`
  const whole =
    end === 'unpaid' && others.length > 0 ? [] : [words[end](amount, toWhat(facts), refund?.transactionId)]
  await addFamilyMail(
    tx,
    { kind: 'unregistered', to: facts.email },
    {
      title: refund?.state === 'done' ? 'Your refund is done' : `${facts.firstName} is unregistered`,
      paragraphs: [first, ...whole, ...others],
    },
  )
}

/** What goes back besides, where several payments paid the place. */
async function otherParts(tx: Db, registrationId: number, { refund, end }: About & { end: End }) {
  const { parts } = await backOfPlace(tx, registrationId)
  return parts
    .filter(({ by, refundId }) => (refund ? refundId !== refund.id : !(end === 'owed' && by === 'hand')))
    .map((part) => wentBackWords(part, part.state, part.transactionId))
}

/** The family was told that a mail will say how the refund ended, and it failed. */
export async function addRefundFailedMail(tx: Db, refund: Refund, place: 'kept' | 'gone'): Promise<void> {
  const facts = await factsOf(tx, refund.registrationId, refund.chargeId)
  const given = facts.removedAt ? 'The place is given up, and we' : 'We'
  const what = `${dollars(refund.amountCents)} for ${facts.firstName}, ${sessionOf(facts)}`
  const paragraphs = {
    kept: [
      `We could not refund ${what}. Nothing was given back, and ${facts.firstName} keeps the place.`,
      'You can try again in your registration history, or write or call us.',
    ],
    gone: [
      isRefusal(refund)
        ? `The card company refused the refund of ${what}. ${given} owe you the money.`
        : `The refund of ${what} could not be made. ${given} owe you the money.`,
      anotherWay,
    ],
  }
  const title = 'Your refund did not go through'
  await addFamilyMail(tx, { kind: 'refund', to: facts.email }, { title, paragraphs: paragraphs[place] })
}

/** Of a refund that failed: the gateway said no, and not that it never saw it, as where a process died before the call. */
const isRefusal = ({ askAgainAt }: Refund) => askAgainAt === null

/** The bank did not take what had gone back: the family is told that it is owed the money, and the programme too. */
export async function addRefundCameBackMails(tx: Db, refund: Refund): Promise<void> {
  const facts = await factsOf(tx, refund.registrationId, refund.chargeId)
  const amount = dollars(refund.amountCents)
  const title = 'Your refund did not go through after all'
  const paragraphs = [
    `We told you that we refunded ${amount} ${toWhat(facts)} for ${facts.firstName}, ${facts.event}, Session ${facts.number}. Now we know that the money did not reach you: we owe it to you.`,
    anotherWay,
  ]
  await addFamilyMail(tx, { kind: 'refund', to: facts.email }, { title, paragraphs })
  const familyWords = facts.email
    ? 'The family was told that you return the money another way. Please do.'
    : 'The account was deleted since, so nobody can be told.'
  const mail = programmeMail(await readProgramme(tx), 'A refund did not settle', [
    `The refund of ${amount} to ${payerIn(facts)}, was made and did not reach the payer. The gateway says: ${refund.reason}. Transaction ${refund.transactionId}.`,
    familyWords,
    `Once it went back, write it down: npm run record-payment -- returned ${refund.registrationId}`,
  ])
  await addMail(tx, mail)
}

/** A refund came late, after the place had been refunded again: a volunteer has to look. */
export async function refundTwiceMail(db: Db, refund: Refund): Promise<MailToSend> {
  const programme = await readProgramme(db)
  const facts = await factsOf(db, refund.registrationId)
  return programmeMail(programme, 'A place was refunded twice', [
    `${dollars(refund.amountCents)} went back twice to ${payerIn(facts)}: the card gateway made a first refund late.`,
    'Please agree with the family on how the second one comes back.',
  ])
}

/** A refund that is owed by hand, since the gateway did not make it: a volunteer has to help. */
export async function refundHelpMail(db: Db, refund: Refund): Promise<MailToSend> {
  const programme = await readProgramme(db)
  const facts = await factsOf(db, refund.registrationId)
  return programmeMail(programme, 'A refund needs your help', [
    isRefusal(refund)
      ? `The card gateway refused to refund ${dollars(refund.amountCents)} to ${payerIn(facts)}. It says: ${refund.reason}.`
      : `The refund of ${dollars(refund.amountCents)} to ${payerIn(facts)} was not made: ${refund.reason}.`,
    `${facts.removedAt ? 'The place is free again, and the' : 'The'} family was told that you return the money another way. Please do.`,
  ])
}

const anotherWay = 'Our volunteers were told and return it to you another way. You need not do anything.'

type Facts = Awaited<ReturnType<typeof factsOf>>

export const sessionOf = ({ event, number, startsOn, endsOn }: Facts) =>
  `${event}, Session ${number}, ${dayRange(startsOn, endsOn)}`

/** To whom money goes, and for which place. */
const payerIn = ({ email, firstName, event }: Facts) =>
  `${email ?? 'a deleted account'} for ${firstName}, ${event}`

/** `chargeId`: the payment that is told of; else the last. */
export async function factsOf(db: Db, registrationId: number, chargeId?: string | null) {
  const payment = paymentIn(db, registrations.id)
  const place = db
    .select({
      ...nameColumns,
      email: accounts.email,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      removedAt: registrations.removedAt,
      owedBackCents,
      means: charges.means,
      meansLabel: charges.meansLabel,
    })
    .from(registrations)
    .leftJoin(accounts, eq(accounts.id, registrations.accountId))
    .leftJoinLateral(payment, sql`true`)
    .leftJoin(charges, eq(charges.id, chargeId ?? payment.chargeId))
    .$dynamic()
  const [row] = await withNames(place).where(eq(registrations.id, registrationId))
  return found(row)
}
