import { eq } from 'drizzle-orm'
import { makeCredit, partsIn, takeFrom } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { addFamilyMail } from '#mail/family-mail.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeReason } from '#platform/changes.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { dollars, sumCents } from '#platform/money.ts'
import { found, refuse } from '#platform/refusal.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { freePlaces, lockPlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

export type GivingBack = {
  registrationId: number
  accountId: string
  actor: Actor
  backCents: number
  as: 'money' | 'credit'
  givesUp: boolean
  reason: ChangeReason
  words?: string | undefined
}
export type GivenBack = {
  byCardCents: number
  byHandCents: number
  creditCents: number
  state: 'done' | 'queued' | 'asking'
}

/** Gives back what was paid for a place, or a part of it; the place is given up with it, or stays and costs less. */
export function giveBackAtDesk(
  { db }: Pick<World, 'db'>,
  { registrationId, accountId, actor, backCents, as, givesUp, reason, words }: GivingBack,
): Promise<GivenBack> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('not-found')
    const isIt = eq(registrations.id, registrationId)
    await lockPlaces(tx, isIt)
    const [place] = await tx.select().from(registrations).where(isIt)
    if (!place || place.accountId !== accountId || place.removedAt || place.heldUntil) refuse('not-found')
    const { chargeId, dueCents, familyId, personId, sessionId } = found(place)
    if (chargeId) refuse('being-paid')
    const parts = await partsIn(tx, registrationId)
    const paidCents = sumCents(parts.map(({ cents }) => cents))
    if (backCents > paidCents)
      refuse('not-possible', `${dollars(paidCents)} was paid for this place: no more can go back.`)
    const isCard = takeFrom(parts, backCents).some((part) => part.chargeId !== null)
    if (as === 'money' && isCard)
      refuse('not-possible', 'This was paid by card. Give it back as credit, or ask us to refund the card.')
    if (as === 'money' && !givesUp && dueCents > 0)
      refuse('not-possible', 'Something is still due for this place. Take off what is due, or give credit.')
    const log = { actor, familyId, personId, sessionId, isOwnFamily: isOwnFamilyOf(actor, accountId) }
    const why = { reason, ...(words && { words }) }
    if (givesUp) {
      await freePlaces(tx, isIt, { removedBy: actor, removedWhy: 'desk' })
      await addChange(tx, { ...log, ...why, what: 'places given up' })
      const keptCents = paidCents - backCents
      if (keptCents > 0) await post(tx, actor, [{ kind: 'fee', registrationId, cents: keptCents, reason }])
    } else await post(tx, actor, [{ kind: 'waived', registrationId, cents: -backCents, reason }])
    const creditCents =
      as === 'credit'
        ? await makeCredit(tx, actor, { familyId: found(familyId), registrationId, cents: backCents })
        : 0
    if (backCents > 0)
      await addChange(tx, {
        ...{ ...log, ...(givesUp ? { reason } : why) },
        ...{ what: 'money given back', after: { amountCents: backCents } },
      })
    await addMailOf(tx, accountId, registrationId, { backCents, as, givesUp })
    return { byCardCents: 0, byHandCents: as === 'money' ? backCents : 0, creditCents, state: 'done' }
  })
}

async function addMailOf(
  tx: Db,
  accountId: string,
  registrationId: number,
  { backCents, as, givesUp }: Pick<GivingBack, 'backCents' | 'as' | 'givesUp'>,
) {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
  const [place] = await namedPlaces(tx, eq(registrations.id, registrationId))
  const { firstName, event, number } = found(place)
  const sum = dollars(backCents)
  const back =
    as === 'credit' ? `You have ${sum} of credit with us.` : `We owe you ${sum}, and give it back soon.`
  await addFamilyMail(
    tx,
    { kind: 'payment', to: account?.email },
    {
      title: givesUp ? 'A place of yours was given up' : `You get ${sum} back`,
      paragraphs: [
        `${firstName}: ${event}, Session ${number}`,
        backCents === 0 ? 'Nothing goes back for it.' : back,
      ],
      after: ['If you think that this is not right, answer this mail.'],
    },
  )
}
