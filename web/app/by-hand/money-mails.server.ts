import { eq } from 'drizzle-orm'
import { addFamilyMail } from '#mail/family-mail.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { type Day, longDay } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { found } from '#platform/refusal.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { type OfflineWay, wayWords } from '#registrations/ways-to-pay.ts'

/** The desk took off what was due for a place, or a part of it. */
export async function addWaivedMail(tx: Db, accountId: string, registrationId: number, cents: number) {
  const title = `We took ${dollars(cents)} off what you owe`
  await tellFamily(tx, accountId, title, [`It was due for ${await placeWords(tx, registrationId)}`])
}

export async function addFeeMail(tx: Db, accountId: string, registrationId: number, cents: number) {
  const title = `We charged a fee of ${dollars(cents)}`
  await tellFamily(tx, accountId, title, [`It is for ${await placeWords(tx, registrationId)}`])
}

export function addPaidOutMail(
  tx: Db,
  accountId: string,
  { cents, how, givenOn }: { cents: number; how: OfflineWay; givenOn: Day },
): Promise<void> {
  return tellFamily(tx, accountId, `We paid ${dollars(cents)} of your credit out`, [
    `You get it ${wayWords[how]}, given on ${longDay(givenOn)}.`,
  ])
}

async function tellFamily(tx: Db, accountId: string, title: string, paragraphs: string[]): Promise<void> {
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  const after = ['If you think that this is not right, answer this mail.']
  await addFamilyMail(tx, { kind: 'payment', to: account?.email }, { title, paragraphs, after })
}

/** Its name, and what is due for it now. */
async function placeWords(tx: Db, registrationId: number): Promise<string> {
  const [place] = await namedPlaces(tx, eq(registrations.id, registrationId))
  const { firstName, event, number, owedCents } = found(place)
  const due = owedCents > 0 ? dollars(owedCents) : 'Nothing'
  return `${firstName}, ${event}, Session ${number}. ${due} is due for it.`
}
