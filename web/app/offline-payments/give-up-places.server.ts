import { and, eq, gte, inArray } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { invoiceNumber } from '#invoices/invoice.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeReason } from '#platform/changes.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { beingPaidMessage } from '#refunds/refusal-messages.ts'
import { startsIn } from '#registrations/entries.db.server.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { type Removal, releaseUnpaid } from '#registrations/places.server.ts'
import { holdsNoMoney, isUnpaid } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { familiesLike } from './find-families.server.ts'
import { addReleasedMail } from './recorded-mails.server.ts'

export type ReleaseInput = {
  /** An email, a name, or an invoice number, which restricts it to that invoice. */
  text: string
  /** Empty: all that have not begun. */
  registrationIds: number[]
  actor: Actor
}

/** Gives a family's unpaid places up. Sessions that have begun stay due, unless named. */
export function giveUpUnpaidPlaces(
  { db, env }: Pick<World, 'db' | 'env'>,
  { text, registrationIds, actor }: ReleaseInput,
) {
  return db.transaction(async (tx) => {
    const family = await onlyFamily(tx, text)
    const { timeZone } = await readProgramme(tx)
    const invoice = invoiceNumber(text)
    const unpaid = await namedPlaces(
      tx,
      and(
        eq(registrations.accountId, family.id),
        isUnpaid,
        invoice ? startsIn(invoice.year) : undefined,
        registrationIds.length > 0 ? undefined : gte(sessions.startsOn, todayIn(timeZone)),
      ),
    )
    const chosen = choose(unpaid, registrationIds)
    await giveUp(tx, env.siteUrl, family.id, chosen, { actor, reason: 'never paid' })
    return { email: family.email, released: chosen.map(({ accountId: _, ...row }) => row) }
  })
}

/** Gives up places chosen at the desk, with the reason. */
export function giveUpPlaces(
  { db, env }: Pick<World, 'db' | 'env'>,
  accountId: string,
  registrationIds: number[],
  why: Why,
) {
  return db.transaction(async (tx) => {
    const places = await placesToGiveUp(tx, accountId)
    await giveUp(tx, env.siteUrl, accountId, choose(places, registrationIds), why)
  })
}

/** Places without money, or any on its way. */
export const placesToGiveUp = (db: Db, accountId: string) =>
  namedPlaces(db, and(eq(registrations.accountId, accountId), holdsNoMoney))

type Place = Awaited<ReturnType<typeof namedPlaces>>[number]
type Why = { actor: Actor; reason: ChangeReason; words?: string }

async function giveUp(tx: Db, siteUrl: string, accountId: string, chosen: Place[], why: Why) {
  const ids = chosen.map(({ id }) => id)
  const removal: Removal = { removedBy: why.actor, removedWhy: 'desk' }
  const freed = await releaseUnpaid(tx, accountId, inArray(registrations.id, ids), removal)
  if (freed.length < ids.length) refuse('being-paid', beingPaidMessage)
  const isOwnFamily = isActorsAccount(why.actor, accountId)
  for (const { familyId, personId, sessionId } of freed)
    await addChange(tx, { ...why, what: 'places given up', familyId, personId, sessionId, isOwnFamily })
  await addReleasedMail(tx, siteUrl, accountId, chosen)
}

async function onlyFamily(tx: Db, text: string) {
  const [family, ...others] = await familiesLike(tx, text)
  if (!family) return refuse('not-found', 'Nobody was found.')
  if (others.length === 0) return family
  const emails = [family, ...others].map(({ email }) => email)
  return refuse('not-found', `More than one family is meant: ${emails.join(', ')}. Write the e-mail of one.`)
}

function choose(unpaid: Place[], registrationIds: number[]): Place[] {
  if (unpaid.length === 0) refuse('not-found', 'This family has no unpaid place that could be given back.')
  const strange = registrationIds.find((id) => !unpaid.some((row) => row.id === id))
  if (strange) refuse('not-found', `Registration ${strange} is not an unpaid one of this family.`)
  return registrationIds.length > 0 ? unpaid.filter(({ id }) => registrationIds.includes(id)) : unpaid
}
