import { eq, inArray } from 'drizzle-orm'
import { addFamilyMail } from '#mail/family-mail.server.ts'
import type { MailContent } from '#mail/mail-layout.ts'
import type { MailToSend } from '#mail/outbox.server.ts'
import { giveRecordedReceipt, type RecordedPayment } from '#paper/receipts.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { type Day, longDay } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { duesOf, type Priced } from '#registrations/dues.ts'
import { entriesWhere } from '#registrations/entries.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { type OfflineWay, wayWords } from '#registrations/ways-to-pay.ts'

/** A place as a mail names it. */
export type MailedPlace = Place & Priced
type Place = { firstName: string; event: string; number: number }

const historyButton = (siteUrl: string) => ({
  text: 'Registration history',
  url: `${siteUrl}/pages/registration-history`,
})

/** Money came in: its receipt and the mail with it, written in the transaction that records it. */
export async function addRecordedMail(
  tx: Db,
  siteUrl: string,
  payment: Required<RecordedPayment> & { accountId: string; registrationIds: number[] },
): Promise<void> {
  const { accountId, registrationIds, ...recorded } = payment
  const entries = await entriesWhere(tx, inArray(registrations.id, registrationIds))
  const { receipt: paper } = await giveRecordedReceipt(tx, { accountId }, entries, recorded)
  const places = entries.map(({ firstName, event, session, priceCents }) => ({
    firstName,
    event: event.name,
    number: session.number,
    priceCents,
  }))
  await tellFamily(
    tx,
    accountId,
    {
      title: `We received ${dollars(duesOf(places))} ${wayWords[recorded.way]}`,
      paragraphs: [`Thank you: it came on ${longDay(recorded.receivedOn)}. These sessions are paid:`],
      table: tableOf(places, 'Total paid'),
      button: historyButton(siteUrl),
      after: [
        'The receipt is in your history.',
        'Registrations can be cancelled with a full refund up to the day of the event.',
      ],
    },
    [{ filename: `payment-receipt-${paper.number}.pdf`, paper }],
  )
}

/** A recorded payment does not stand any more: what is unpaid again, and what the family owes besides. */
export async function addTakenBackMail(
  tx: Db,
  siteUrl: string,
  taken: {
    accountId: string
    how: OfflineWay
    hasBounced: boolean
    unpaid: MailedPlace[]
    cancelled: MailedPlace[]
    reclaimed: MailedPlace[]
  },
): Promise<void> {
  const { accountId, how, hasBounced, unpaid, cancelled, reclaimed } = taken
  const amountCents = duesOf([...unpaid, ...cancelled, ...reclaimed])
  const why = hasBounced
    ? `Your payment of ${dollars(amountCents)} ${wayWords[how]} did not go through.`
    : `We had recorded a payment of ${dollars(amountCents)} ${wayWords[how]} by mistake, and took the record back.`
  await tellFamily(tx, accountId, {
    title: hasBounced ? 'Your payment did not go through' : 'A payment was recorded by mistake',
    paragraphs: [
      why,
      ...cancelled.map((place) => `So we do not owe you ${dollars(place.priceCents)} for ${nameOf(place)}.`),
      ...reclaimed.map(
        (place) =>
          `We had returned ${dollars(place.priceCents)} to you for ${nameOf(place)} before we knew. Please pay it back to us.`,
      ),
      ...(unpaid.length > 0
        ? ['These sessions are unpaid. Payment is due on the first day of the session.']
        : []),
    ],
    ...(unpaid.length > 0 && { table: tableOf(unpaid, 'Total due') }),
    button: historyButton(siteUrl),
    after: ['If you think that this is not right, answer this mail.'],
  })
}

/** Unpaid or free places were given back by a volunteer. */
export function addReleasedMail(
  tx: Db,
  siteUrl: string,
  accountId: string,
  places: (MailedPlace & { startsOn: Day })[],
) {
  const wereDue = duesOf(places) > 0
  const title = places.length === 1 ? 'A place of yours was given back' : 'Places of yours were given back'
  return tellFamily(tx, accountId, {
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

/** What was owed to the family went back to it. */
export const addReturnedMail = (
  tx: Db,
  accountId: string | null,
  { amountCents, ...place }: Place & { amountCents: number },
) =>
  tellFamily(tx, accountId, {
    title: `We returned ${dollars(amountCents)} to you`,
    paragraphs: [`It was owed to you for ${nameOf(place)}.`],
  })

/** To the family's account; a deleted one gets no mail. */
async function tellFamily(
  tx: Db,
  accountId: string | null,
  content: Omit<MailContent, 'programme'>,
  attachments: MailToSend['attachments'] = [],
): Promise<void> {
  if (!accountId) return
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  await addFamilyMail(tx, { kind: 'payment', to: account?.email, attachments }, content)
}

const nameOf = ({ firstName, event, number }: Place) => `${firstName}, ${event}, Session ${number}`

const tableOf = (places: MailedPlace[], words: string): MailContent['table'] => ({
  columns: ['Player', 'Session', 'Amount'],
  rows: places.map(({ firstName, event, number, priceCents }) => [
    firstName,
    `${event}, Session ${number}`,
    dollars(priceCents),
  ]),
  total: [words, dollars(duesOf(places))],
})
