import { eq } from 'drizzle-orm'
import { mailFamily, placeLabel } from '#offline-payments/recorded-mails.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, longDay } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { orNotFound } from '#platform/refusal.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { type OfflineWay, wayLabels } from '#registrations/ways-to-pay.ts'

export async function addWaivedMail(tx: Db, accountId: string, registrationId: number, cents: number) {
  const title = `We took ${dollars(cents)} off what you owe`
  const paragraphs = [`It was due for ${await describePlace(tx, registrationId)}`]
  await mailFamily(tx, accountId, { title, paragraphs, after })
}

export async function addFeeMail(tx: Db, accountId: string, registrationId: number, cents: number) {
  const title = `We charged a fee of ${dollars(cents)}`
  const paragraphs = [`It is for ${await describePlace(tx, registrationId)}`]
  await mailFamily(tx, accountId, { title, paragraphs, after })
}

export function addPaidOutMail(
  tx: Db,
  accountId: string,
  { cents, how, givenOn }: { cents: number; how: OfflineWay; givenOn: Day },
): Promise<void> {
  const title = `We paid ${dollars(cents)} of your credit out`
  const paragraphs = [`You get it ${wayLabels[how]}, given on ${longDay(givenOn)}.`]
  return mailFamily(tx, accountId, { title, paragraphs, after })
}

/** A payment by hand did not arrive. */
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
  const sentence = place
    ? `What we gave back for ${placeLabel(place)} did not arrive. ${next}`
    : 'What we paid out of your credit did not arrive. It is your credit again.'
  await mailFamily(tx, accountId, {
    title: `${dollars(cents)} did not reach you`,
    paragraphs: [sentence],
    after,
  })
}

const after = ['If you think that this is not right, answer this mail.']

async function describePlace(tx: Db, registrationId: number): Promise<string> {
  const [place] = await namedPlaces(tx, eq(registrations.id, registrationId))
  const { owedCents, ...named } = orNotFound(place)
  return `${placeLabel(named)}. ${owedCents > 0 ? dollars(owedCents) : 'Nothing'} is due for it.`
}
