import { inArray } from 'drizzle-orm'
import { href } from 'react-router'
import { howToPayLater } from '#checkout/mails.server.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import { addProgrammeMail } from '#mail/programme-mail.server.ts'
import { byWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { emailOf } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { owedFor } from '#registrations/dues.ts'
import { lostCreditWords } from '#registrations/family/lost-credit.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

type Place = Awaited<ReturnType<typeof namedPlaces>>[number]
type Facts = {
  charge: Charge
  programme: Programme
  /** Nobody where the account was deleted. */
  email: string | null | undefined
  kept: Place[]
  givenUp: Place[]
} & LostCredit
/** What of it was credit, and what credit the family has now. */
type LostCredit = { creditCents: number; creditAfterCents: number }

/** A payment was accepted and its money does not come: the family is told what is unpaid, and the programme too. */
export async function addNotSettledMails(
  tx: Db,
  env: Pick<Env, 'siteUrl' | 'paymentOffer'>,
  charge: Charge,
  registrationIds: number[],
  credit: LostCredit,
): Promise<void> {
  const places = await namedPlaces(tx, inArray(registrations.id, registrationIds))
  const facts = {
    ...credit,
    charge,
    programme: await readProgramme(tx),
    email: await emailOf(tx, charge.accountId),
    kept: places.filter(({ removedAt }) => !removedAt),
    givenUp: places.filter(({ removedAt }) => removedAt),
  }
  await addFamilyMail(tx, env, facts)
  await tellProgramme(tx, facts)
}

async function addFamilyMail(tx: Db, env: Pick<Env, 'siteUrl' | 'paymentOffer'>, facts: Facts) {
  const { charge, programme, email, kept, givenUp } = facts
  if (!email) return
  const title = 'Your payment did not go through after all'
  const content = mailLayout({
    programme,
    title,
    paragraphs: [
      `On ${paidOn(facts)} we told you that ${dollars(charge.amountCents)} was paid ${byWhat(charge)}. Now we know that the money does not come: nothing was taken from you.`,
      ...givenUp.map(
        (place) => `${nameOf(place)}, was given up: nothing is due for it, and nothing comes back to you.`,
      ),
      ...lostCreditWords(facts.creditCents, facts.creditAfterCents),
      ...(kept.length > 0
        ? [
            `The ${kept.length === 1 ? 'place is' : 'places are'} still yours, and unpaid. Payment is due on the first day of the session.`,
            howToPayLater(env.paymentOffer, programme),
          ]
        : []),
    ],
    ...(kept.length > 0 && {
      table: {
        columns: ['Player', 'Session', 'Amount'],
        rows: kept.map((place) => [
          place.firstName,
          `${sessionOf(place)}, due ${longDay(place.startsOn)}`,
          dollars(place.owedCents),
        ]),
        total: ['Total due', dollars(owedFor(kept))],
      },
    }),
    button: { text: 'Registration history', url: env.siteUrl + href('/pages/registration-history') },
    after: [`The receipt R-${charge.number} does not count any more.`],
  })
  await addMail(tx, { kind: 'payment', to: email, subject: title, ...content })
}

async function tellProgramme(tx: Db, facts: Facts) {
  const { charge, programme, email, kept, givenUp, creditCents } = facts
  const familyWords = email
    ? 'The family was told, and keeps its places unpaid. You need not do anything.'
    : 'The account was deleted since, so nobody can be told. Its places of sessions to come are free again.'
  await addProgrammeMail(tx, programme, 'A payment did not settle', [
    `${dollars(charge.amountCents)} from ${email ?? 'a deleted account'} was accepted on ${paidOn(facts)}, ${byWhat(charge)}, and does not come. The gateway says: ${charge.declineReason}. Transaction ${charge.transactionId}.`,
    ...kept.map((place) => `Unpaid again: ${nameOf(place)}, ${dollars(place.owedCents)}.`),
    ...givenUp.map((place) => `Given up before: ${nameOf(place)}. Nothing goes back for it.`),
    ...(creditCents > 0 ? [`Of the family's credit ${dollars(creditCents)} is gone.`] : []),
    familyWords,
  ])
}

const paidOn = ({ charge, programme }: Facts) => longDay(todayIn(programme.timeZone, charge.createdAt))
const sessionOf = ({ event, number }: Place) => `${event}, Session ${number}`
const nameOf = (place: Place) => `${place.firstName}, ${sessionOf(place)}`
