import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { namedMeans } from '#payments/means.ts'
import { charges } from '#payments/payments.tables.ts'
import { findHolder } from '#people/people.db.server.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { retention } from '#platform/retention.ts'
import { donations } from './donations.tables.ts'

const shown = {
  id: donations.id,
  accountId: donations.accountId,
  donationType: donations.donationType,
  amountCents: donations.amountCents,
  acknowledgement: donations.acknowledgement,
  state: charges.state,
  transactionId: charges.transactionId,
  declineCode: charges.declineCode,
}
export type ShownDonation = Awaited<ReturnType<typeof donationWhere>>[number]

const donationWhere = (db: Db, where: ReturnType<typeof eq>) =>
  db.select(shown).from(donations).innerJoin(charges, eq(charges.id, donations.chargeId)).where(where)

export async function donationPaidBy(db: Db, chargeId: string): Promise<ShownDonation | undefined> {
  const [donation] = await donationWhere(db, eq(donations.chargeId, chargeId))
  return donation
}

export async function donationById(db: Db, id: string): Promise<ShownDonation | undefined> {
  const [donation] = await donationWhere(db, eq(donations.id, id))
  return donation
}

export async function giftWithLink(db: Db, id: string) {
  const { receiptLinkDays } = retention
  const isLinkOpen = sql<boolean>`${donations.createdAt} > now() - make_interval(days => ${receiptLinkDays})`
  const [row] = await db.select({ gift: donations, isLinkOpen }).from(donations).where(eq(donations.id, id))
  return row
}

export async function findDonationByCharge(tx: Db, chargeId: string) {
  const [donation] = await tx.select().from(donations).where(eq(donations.chargeId, chargeId))
  return donation
}

/** Prefills the form: the account's holder, and the address of the last receipt. */
export async function readDonorDefaults(db: Db, { accountId, kind, email }: Visitor) {
  const role = kind === 'player' ? 'myself' : 'parent'
  const holder = await findHolder(db, accountId)
  const [person] = await db
    .select({ phone: people.phone })
    .from(people)
    .where(and(eq(people.accountId, accountId), eq(people.role, role)))
  const [last] = await db
    .select({ mailing_address: donations.mailingAddress })
    .from(donations)
    .where(eq(donations.accountId, accountId))
    .orderBy(desc(donations.createdAt))
    .limit(1)
  return {
    first_name: holder?.firstName ?? '',
    last_name: holder?.lastName ?? '',
    email,
    phone: person?.phone ?? '',
    mailing_address: last?.mailing_address ?? '',
  }
}
export type Donor = Awaited<ReturnType<typeof readDonorDefaults>>

/** Anonymises the gifts of an account; amount, day and cause stay. */
export const eraseDonor = (tx: Db, accountId: string) =>
  tx
    .update(donations)
    .set({
      ...{ accountId: null, firstName: '', lastName: '', email: '', phone: null, mailingAddress: '' },
      acknowledgement: sql`jsonb_set(${withoutPayersName}, '{to}', '[]')`,
    })
    .where(eq(donations.accountId, accountId))

/** The name of the PayPal or Venmo account in the receipt's first sentence identifies the donor. */
const payersName = sql`select ' (' || ${charges.meansLabel} || ')' from ${charges}
  where ${charges.id} = ${donations.chargeId} and ${inArray(charges.means, namedMeans)}`
const received = sql`${donations.acknowledgement} #>> '{paragraphs,0}'`
const withoutPayersName = sql`jsonb_set(${donations.acknowledgement}, '{paragraphs,0}',
  to_jsonb(replace(${received}, coalesce((${payersName}), ''), '')))`
