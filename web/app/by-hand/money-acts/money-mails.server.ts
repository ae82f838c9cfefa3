import { eq } from 'drizzle-orm'
import { nameOf, tellFamily } from '#by-hand/payment-mails.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, longDay } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { found } from '#platform/refusal.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { type OfflineWay, wayWords } from '#registrations/ways-to-pay.ts'

/** The desk took off what was due for a place, or a part of it. */
export async function addWaivedMail(tx: Db, accountId: string, registrationId: number, cents: number) {
  const title = `We took ${dollars(cents)} off what you owe`
  const paragraphs = [`It was due for ${await placeWords(tx, registrationId)}`]
  await tellFamily(tx, accountId, { title, paragraphs, after })
}

export async function addFeeMail(tx: Db, accountId: string, registrationId: number, cents: number) {
  const title = `We charged a fee of ${dollars(cents)}`
  const paragraphs = [`It is for ${await placeWords(tx, registrationId)}`]
  await tellFamily(tx, accountId, { title, paragraphs, after })
}

export function addPaidOutMail(
  tx: Db,
  accountId: string,
  { cents, how, givenOn }: { cents: number; how: OfflineWay; givenOn: Day },
): Promise<void> {
  const title = `We paid ${dollars(cents)} of your credit out`
  const paragraphs = [`You get it ${wayWords[how]}, given on ${longDay(givenOn)}.`]
  return tellFamily(tx, accountId, { title, paragraphs, after })
}

/** What a hand was said to have given back, or paid out of the credit, did not arrive. */
export async function addCameBackMail(
  tx: Db,
  accountId: string,
  registrationId: number | null,
  cents: number,
): Promise<void> {
  const [place] = registrationId ? await namedPlaces(tx, eq(registrations.id, registrationId)) : []
  const next = place?.weOweCents
    ? 'We owe it to you still, and give it to you again.'
    : 'It counts for what is due for it.'
  const words = place
    ? `What we gave back for ${nameOf(place)} did not arrive. ${next}`
    : 'What we paid out of your credit did not arrive. It is your credit again.'
  await tellFamily(tx, accountId, {
    title: `${dollars(cents)} did not reach you`,
    paragraphs: [words],
    after,
  })
}

const after = ['If you think that this is not right, answer this mail.']

/** Its name, and what is due for it now. */
async function placeWords(tx: Db, registrationId: number): Promise<string> {
  const [place] = await namedPlaces(tx, eq(registrations.id, registrationId))
  const { owedCents, ...named } = found(place)
  return `${nameOf(named)}. ${owedCents > 0 ? dollars(owedCents) : 'Nothing'} is due for it.`
}
