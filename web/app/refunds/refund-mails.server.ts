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
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { nameColumns, withNames } from '#registrations/named-places.db.server.ts'
import { owedBackCents } from '#registrations/registrations.db.server.ts'
import { type Refund, registrations } from '#registrations/registrations.tables.ts'
import { readRefundState } from './parts.db.server.ts'
import { describeRefundedPart } from './refund-parts.ts'

type End = 'free' | 'unpaid' | 'owed' | 'queued' | 'refunded'

const sentences: Record<
  End,
  (amount: string, to: string, transactionId: string | null | undefined) => string
> = {
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

/** `isAll`: with the parts of other payments; otherwise about this refund alone, if late or made by the desk. */
export async function addUnregisteredMail(
  tx: Db,
  registrationId: number,
  end: End,
  { refund, isAll = false }: About = {},
): Promise<void> {
  const details = await readPlaceDetails(tx, registrationId, refund?.chargeId)
  const amount = dollars(refund?.amountCents ?? details.owedBackCents)
  const others = isAll ? await otherParts(tx, registrationId, { refund, end }) : []
  const isByDesk = refund?.endedBy && !isAll
  const first = isByDesk
    ? `It is for ${details.firstName}’s place in ${sessionLabel(details)}.`
    : `${details.firstName} gave up the place in ${sessionLabel(details)}.`
  const whole =
    end === 'unpaid' && others.length > 0
      ? []
      : [sentences[end](amount, toWhat(details), refund?.transactionId)]
  await addFamilyMail(
    tx,
    { kind: 'unregistered', to: details.email },
    {
      title: refund?.state === 'done' ? 'Your refund is done' : `${details.firstName} is unregistered`,
      paragraphs: [first, ...whole, ...others],
    },
  )
}

async function otherParts(tx: Db, registrationId: number, { refund, end }: About & { end: End }) {
  const { parts } = await readRefundState(tx, registrationId)
  return parts
    .filter(({ by, refundId }) => (refund ? refundId !== refund.id : !(end === 'owed' && by === 'hand')))
    .map((part) => describeRefundedPart(part, part.state, part.transactionId))
}

/** After the family was promised a mail about the refund's end. */
export async function addRefundFailedMail(tx: Db, refund: Refund, place: 'kept' | 'gone'): Promise<void> {
  const details = await readPlaceDetails(tx, refund.registrationId, refund.chargeId)
  const clause = details.removedAt ? 'The place is given up, and we' : 'We'
  const what = `${dollars(refund.amountCents)} for ${details.firstName}, ${sessionLabel(details)}`
  const paragraphs = {
    kept: [
      `We could not refund ${what}. Nothing was given back, and ${details.firstName} keeps the place.`,
      'You can try again in your registration history, or write or call us.',
    ],
    gone: [
      isRefusal(refund)
        ? `The card company refused the refund of ${what}. ${clause} owe you the money.`
        : `The refund of ${what} could not be made. ${clause} owe you the money.`,
      anotherWay,
    ],
  }
  const title = 'Your refund did not go through'
  await addFamilyMail(tx, { kind: 'refund', to: details.email }, { title, paragraphs: paragraphs[place] })
}

/** A failed refund that the gateway declined, rather than never saw (as after a crash before the call). */
const isRefusal = ({ askAgainAt }: Refund) => askAgainAt === null

/** The payer's bank returned the refund: the family is owed the money. Mails both. */
export async function addRefundCameBackMails(tx: Db, refund: Refund): Promise<void> {
  const details = await readPlaceDetails(tx, refund.registrationId, refund.chargeId)
  const amount = dollars(refund.amountCents)
  const title = 'Your refund did not go through after all'
  const paragraphs = [
    `We told you that we refunded ${amount} ${toWhat(details)} for ${details.firstName}, ${details.event}, Session ${details.number}. Now we know that the money did not reach you: we owe it to you.`,
    anotherWay,
  ]
  await addFamilyMail(tx, { kind: 'refund', to: details.email }, { title, paragraphs })
  const familySentence = details.email
    ? 'The family was told that you return the money another way. Please do.'
    : 'The account was deleted since, so nobody can be told.'
  const mail = programmeMail(await readProgramme(tx), 'A refund did not settle', [
    `The refund of ${amount} to ${payerIn(details)}, was made and did not reach the payer. The gateway says: ${refund.reason}. Transaction ${refund.transactionId}.`,
    familySentence,
    `Once it went back, write it down: npm run record-payment -- returned ${refund.registrationId}`,
  ])
  await addMail(tx, mail)
}

/** A late refund, after the place had been refunded again: needs a volunteer. */
export async function refundTwiceMail(db: Db, refund: Refund): Promise<MailToSend> {
  const programme = await readProgramme(db)
  const details = await readPlaceDetails(db, refund.registrationId)
  return programmeMail(programme, 'A place was refunded twice', [
    `${dollars(refund.amountCents)} went back twice to ${payerIn(details)}: the card gateway made a first refund late.`,
    'Please agree with the family on how the second one comes back.',
  ])
}

/** A failed refund, owed by hand: needs a volunteer. */
export async function refundHelpMail(db: Db, refund: Refund): Promise<MailToSend> {
  const programme = await readProgramme(db)
  const details = await readPlaceDetails(db, refund.registrationId)
  return programmeMail(programme, 'A refund needs your help', [
    isRefusal(refund)
      ? `The card gateway refused to refund ${dollars(refund.amountCents)} to ${payerIn(details)}. It says: ${refund.reason}.`
      : `The refund of ${dollars(refund.amountCents)} to ${payerIn(details)} was not made: ${refund.reason}.`,
    `${details.removedAt ? 'The place is free again, and the' : 'The'} family was told that you return the money another way. Please do.`,
  ])
}

const anotherWay = 'Our volunteers were told and return it to you another way. You need not do anything.'

type PlaceDetails = Awaited<ReturnType<typeof readPlaceDetails>>

export const sessionLabel = ({ event, number, startsOn, endsOn }: PlaceDetails) =>
  `${event}, Session ${number}, ${dayRange(startsOn, endsOn)}`

const payerIn = ({ email, firstName, event }: PlaceDetails) =>
  `${email ?? 'a deleted account'} for ${firstName}, ${event}`

/** `chargeId`: the payment described; by default the last. */
export async function readPlaceDetails(db: Db, registrationId: number, chargeId?: string | null) {
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
  return orNotFound(row)
}
