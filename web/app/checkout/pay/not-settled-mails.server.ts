import { inArray } from 'drizzle-orm'
import { href } from 'react-router'
import { howToPayLater } from '#checkout/mails.server.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import { addProgrammeMail } from '#mail/programme-mail.server.ts'
import { byWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { findEmail } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { sumOwed } from '#registrations/dues.ts'
import { lostCreditSentences } from '#registrations/family/lost-credit.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

type Place = Awaited<ReturnType<typeof namedPlaces>>[number]
type MailInput = {
  charge: Charge
  programme: Programme
  /** Undefined if the account was deleted. */
  email: string | null | undefined
  current: Place[]
  givenUp: Place[]
} & LostCredit
/** The credit that this payment had become, and the family's credit without it. */
type LostCredit = { creditCents: number; creditAfterCents: number }

/** An accepted payment did not settle: mails to the family and the programme. */
export async function addNotSettledMails(
  tx: Db,
  env: Pick<Env, 'siteUrl' | 'paymentOffer'>,
  charge: Charge,
  registrationIds: number[],
  credit: LostCredit,
): Promise<void> {
  const places = await namedPlaces(tx, inArray(registrations.id, registrationIds))
  const input = {
    ...credit,
    charge,
    programme: await readProgramme(tx),
    email: await findEmail(tx, charge.accountId),
    current: places.filter(({ removedAt }) => !removedAt),
    givenUp: places.filter(({ removedAt }) => removedAt),
  }
  await addFamilyMail(tx, env, input)
  await mailProgramme(tx, input)
}

async function addFamilyMail(tx: Db, env: Pick<Env, 'siteUrl' | 'paymentOffer'>, input: MailInput) {
  const { charge, programme, email, current, givenUp } = input
  if (!email) return
  const title = 'Your payment did not go through after all'
  const content = mailLayout({
    programme,
    title,
    paragraphs: [
      `On ${paidOn(input)} we told you that ${dollars(charge.amountCents)} was paid ${byWhat(charge)}. Now we know that the money does not come: nothing was taken from you.`,
      ...givenUp.map(
        (place) =>
          `${placeLabel(place)}, was given up: nothing is due for it, and nothing comes back to you.`,
      ),
      ...lostCreditSentences(input.creditCents, input.creditAfterCents),
      ...(current.length > 0
        ? [
            `The ${current.length === 1 ? 'place is' : 'places are'} still yours, and unpaid. Payment is due on the first day of the session.`,
            howToPayLater(env.paymentOffer, programme),
          ]
        : []),
    ],
    ...(current.length > 0 && {
      table: {
        columns: ['Player', 'Session', 'Amount'],
        rows: current.map((place) => [
          place.firstName,
          `${sessionLabel(place)}, due ${longDay(place.startsOn)}`,
          dollars(place.owedCents),
        ]),
        total: ['Total due', dollars(sumOwed(current))],
      },
    }),
    button: { text: 'Registration history', url: env.siteUrl + href('/pages/registration-history') },
    after: [`The receipt R-${charge.number} does not count any more.`],
  })
  await addMail(tx, { kind: 'payment', to: email, subject: title, ...content })
}

async function mailProgramme(tx: Db, input: MailInput) {
  const { charge, programme, email, current, givenUp, creditCents } = input
  const familySentence = email
    ? 'The family was told, and keeps its places unpaid. You need not do anything.'
    : 'The account was deleted since, so nobody can be told. Its places of sessions to come are free again.'
  await addProgrammeMail(tx, programme, 'A payment did not settle', [
    `${dollars(charge.amountCents)} from ${email ?? 'a deleted account'} was accepted on ${paidOn(input)}, ${byWhat(charge)}, and does not come. The gateway says: ${charge.declineReason}. Transaction ${charge.transactionId}.`,
    ...current.map((place) => `Unpaid again: ${placeLabel(place)}, ${dollars(place.owedCents)}.`),
    ...givenUp.map((place) => `Given up before: ${placeLabel(place)}. Nothing goes back for it.`),
    ...(creditCents > 0 ? [`Of the family's credit ${dollars(creditCents)} is gone.`] : []),
    familySentence,
  ])
}

const paidOn = ({ charge, programme }: MailInput) => longDay(todayIn(programme.timeZone, charge.createdAt))
const sessionLabel = ({ event, number }: Place) => `${event}, Session ${number}`
const placeLabel = (place: Place) => `${place.firstName}, ${sessionLabel(place)}`
