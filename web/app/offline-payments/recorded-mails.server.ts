import { inArray } from 'drizzle-orm'
import { issueRecordedReceipt, type RecordedPayment } from '#invoices/receipts.server.ts'
import { addFamilyMail } from '#mail/family-mail.server.ts'
import type { MailContent } from '#mail/mail-layout.ts'
import type { MailToSend } from '#mail/outbox.server.ts'
import { findEmail } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, longDay } from '#platform/format/dates.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { orNotFound } from '#platform/refusal.ts'
import { type Priced, sumPrices } from '#registrations/dues.ts'
import { entriesWhere } from '#registrations/entries.db.server.ts'
import { lostCreditSentences } from '#registrations/family/lost-credit.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { type OfflineWay, wayLabels } from '#registrations/ways-to-pay.ts'
import type { Spread } from './spread-payment.ts'
import { reclaimedCents, type UnpaidAgain } from './unpaid-again.ts'

type Place = { firstName: string; event: string; number: number }

const historyButton = (siteUrl: string) => ({
  text: 'Registration history',
  url: `${siteUrl}/pages/registration-history`,
})

type RecordedMail = Required<Omit<RecordedPayment, 'spread'>> & {
  accountId: string
  amountCents: number
  spread: Spread
  /** Debt before it that belongs to no place; below 0 it was credit. */
  owedBeforeCents: number
}

/** The receipt and its mail, in the transaction that records the payment. */
export async function addRecordedMail(tx: Db, siteUrl: string, payment: RecordedMail): Promise<void> {
  const { accountId, amountCents, owedBeforeCents, ...recorded } = payment
  const { parts } = recorded.spread
  const ids = parts.map(({ id }) => id)
  const entries = ids.length > 0 ? await entriesWhere(tx, inArray(registrations.id, ids)) : []
  const { receipt: paper } = await issueRecordedReceipt(tx, { accountId }, entries, recorded)
  const places = entries.map(({ id, firstName, event, session, dueOn }) => {
    const { cents, leftCents } = orNotFound(parts.find((part) => part.id === id))
    return { firstName, event: event.name, number: session.number, dueOn, cents, leftCents }
  })
  const partlyPaid = places.filter(({ leftCents }) => leftCents > 0)
  const rows = places.map((place) => tableRow(place, place.cents))
  const { creditCents } = recorded.spread
  await mailFamily(
    tx,
    accountId,
    {
      title: `We received ${dollars(amountCents)} ${wayLabels[recorded.way]}`,
      paragraphs: [
        `Thank you: it came on ${longDay(recorded.receivedOn)}. ${
          places.length === 0
            ? 'No session of yours was to be paid by it.'
            : partlyPaid.length > 0
              ? 'It pays for:'
              : 'These sessions are paid:'
        }`,
      ],
      table: {
        columns: tableColumns,
        rows: creditCents > 0 ? [...rows, ['', 'Credit', dollars(creditCents)]] : rows,
        total: ['Total paid', dollars(amountCents)],
      },
      button: historyButton(siteUrl),
      after: [
        ...partlyPaid.map((place) => `${dollars(place.leftCents)} stays due for ${placeLabel(place)}.`),
        ...creditSentences(recorded.spread, owedBeforeCents),
        ...(places.length > 0
          ? [
              'The receipt is in your history.',
              'Registrations can be cancelled with a full refund up to the day of the event.',
            ]
          : []),
      ],
    },
    [{ filename: `payment-receipt-${paper.number}.pdf`, paper }],
  )
}

function creditSentences({ creditCents, beingPaidCents }: Spread, owedBeforeCents: number): string[] {
  const paysCents = Math.min(creditCents, Math.max(0, owedBeforeCents))
  const isOver = creditCents > paysCents
  return [
    ...(paysCents > 0 ? [`${dollars(paysCents)} of it pays what you owed us besides.`] : []),
    ...(beingPaidCents > 0
      ? [`${dollars(beingPaidCents)} of it was for what is being paid online at the moment.`]
      : []),
    ...(isOver
      ? [
          `You have paid more than was due: ${dollars(creditCents - paysCents)} is your credit, for what you register for next. If you want it back, answer this mail.`,
        ]
      : []),
  ]
}

export type TakenBack = {
  amountCents: number
  unpaid: UnpaidAgain[]
  cancelled: UnpaidAgain[]
  reclaimed: UnpaidAgain[]
  /** The part that was credit; below 0, `creditAfterCents` was paid out before. */
  creditCents: number
  creditAfterCents: number
}

/** A recorded payment was taken back. */
export async function addTakenBackMail(
  tx: Db,
  siteUrl: string,
  taken: TakenBack & { accountId: string; how: OfflineWay; hasBounced: boolean },
): Promise<void> {
  const { accountId, how, hasBounced, unpaid, cancelled, reclaimed } = taken
  const { amountCents, creditCents, creditAfterCents } = taken
  const why = hasBounced
    ? `Your payment of ${dollars(amountCents)} ${wayLabels[how]} did not go through.`
    : `We had recorded a payment of ${dollars(amountCents)} ${wayLabels[how]} by mistake, and took the record back.`
  await mailFamily(tx, accountId, {
    title: hasBounced ? 'Your payment did not go through' : 'A payment was recorded by mistake',
    paragraphs: [
      why,
      ...cancelled.map(
        (place) => `So we do not owe you ${dollars(place.paidCents)} for ${placeLabel(place)}.`,
      ),
      ...reclaimed.map(
        (place) =>
          `We had returned ${dollars(reclaimedCents(place))} to you for ${placeLabel(place)} before we knew. Please pay it back to us.`,
      ),
      ...lostCreditSentences(creditCents, creditAfterCents),
      ...(unpaid.length > 0
        ? ['These sessions are unpaid. Payment is due on the first day of the session.']
        : []),
    ],
    ...(unpaid.length > 0 && {
      table: {
        columns: tableColumns,
        rows: unpaid.map((place) => tableRow(place, place.dueWithout)),
        total: ['Total due', dollars(sumCents(unpaid.map(({ dueWithout }) => dueWithout)))],
      },
    }),
    button: historyButton(siteUrl),
    after: ['If you think that this is not right, answer this mail.'],
  })
}

export function addReleasedMail(
  tx: Db,
  siteUrl: string,
  accountId: string,
  places: (Place & Priced & { startsOn: Day })[],
) {
  const wereDue = sumPrices(places) > 0
  const title = places.length === 1 ? 'A place of yours was given back' : 'Places of yours were given back'
  return mailFamily(tx, accountId, {
    title,
    paragraphs: [
      wereDue
        ? 'They were not paid, so others can take them now. Nothing is due for them:'
        : 'Others can take them now:',
      ...places.map(
        ({ firstName, event, number, startsOn }) =>
          `${firstName}: ${event}, Session ${number}, ${longDay(startsOn)}`,
      ),
    ],
    button: historyButton(siteUrl),
    after: [
      'You can register again as long as there are places. If you think that this is not right, answer this mail.',
    ],
  })
}

export const addReturnedMail = (
  tx: Db,
  accountId: string | null,
  { amountCents, ...place }: Place & { amountCents: number },
) =>
  mailFamily(tx, accountId, {
    title: `We returned ${dollars(amountCents)} to you`,
    paragraphs: [`It was owed to you for ${placeLabel(place)}.`],
  })

/** Deleted accounts get no mail. */
export async function mailFamily(
  tx: Db,
  accountId: string | null,
  content: Omit<MailContent, 'programme'>,
  attachments: MailToSend['attachments'] = [],
): Promise<void> {
  await addFamilyMail(tx, { kind: 'payment', to: await findEmail(tx, accountId), attachments }, content)
}

export const placeLabel = ({ firstName, event, number }: Place) => `${firstName}, ${event}, Session ${number}`

const tableColumns = ['Player', 'Session', 'Amount']
const tableRow = ({ firstName, event, number }: Place, cents: number) => [
  firstName,
  `${event}, Session ${number}`,
  dollars(cents),
]
