import { countSiteDecline } from '#bot-check/card-alarm.server.ts'
import { hasTriedToPay } from '#payments/charges.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import {
  countEach,
  isBeyond,
  type Limit,
  networkOf,
  takeTriesBack,
  triesWithin,
} from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { count } from '#platform/tally.server.ts'

type Payer = { address: string } & ({ accountId: string } | { accountId: null; email: string })

const minutes = 60

/**
 * Charges a card, and refuses to where too many were declined: of this account or guest, or from this network. What is
 * not declined counts for nothing; what a family pays takes back a decline of its network, so that a hall in which most
 * cards are good is never refused, and somebody who tries out cards, most of them bad, soon is.
 */
export async function countDeclines(
  world: World,
  payer: Payer,
  charge: () => Promise<Charge>,
  refusalWords?: string,
): Promise<Charge> {
  const { db, env } = world
  const own = { key: ownKey(payer), limit: { tries: env.cardLimits.declinesPerHour, minutes } }
  const network = {
    key: `declines:${networkOf(payer.address)}`,
    limit: { tries: env.cardLimits.declinesPerNetwork, minutes },
  }
  // A try counts from its start, so that many at once are not let through. Families that all pay at once behind one
  // address are no reason to refuse one: of theirs, what the network declined counts at its end.
  const countedFirst = payer.accountId === null ? [own, network] : [own]
  const counted: string[] = []
  const takeBack = (keys: string[]) => takeTriesBack(db, keys, minutes)
  const tooOften = () => {
    count('too many declined cards')
    refuse('declined-too-often', refusalWords)
  }
  if ((await triesWithin(db, network.key, minutes)) >= network.limit.tries) tooOften()
  for (const { key, limit } of countedFirst) {
    counted.push(key)
    if (!(await isBeyond(db, key, limit))) continue
    await takeBack(counted)
    tooOften()
  }
  const charged = await charge().catch(async (problem) => {
    await takeBack(counted)
    throw problem
  })
  const isDeclined = charged.state === 'declined' && charged.endedHow === 'answer'
  const countEnd = async () => {
    if (charged.state === 'accepted') return takeBack([own.key, network.key])
    if (!isDeclined) return takeBack(counted)
    if (payer.accountId !== null) await isBeyond(db, network.key, network.limit)
    return countSiteDecline(world)
  }
  // However the count goes, the card's answer stands.
  await countEnd().catch((err) => world.log.error({ err }, 'the end of a card’s try could not be counted'))
  return charged
}

const ownKey = (payer: Payer) =>
  payer.accountId === null ? `declines:${hashOf(payer.email)}` : `declines:${payer.accountId}`

export const tooManyForms =
  'The card form was opened too often in the last hour. Wait an hour, choose to pay later, or write to us: we will help.'

/**
 * Each opened card form can have cards verified at the gateway. `accountId`: undefined of a guest. Tells whether it is the
 * first of this hour, of an account that has never tried to pay.
 */
export async function countCardForm(
  { db, env }: World,
  accountId: string | undefined,
  address: string,
): Promise<boolean> {
  const { formsPerHour } = env.cardLimits
  const network: [string, Limit] = [`card-form:${networkOf(address)}`, { tries: 10 * formsPerHour, minutes }]
  const own: [string, Limit] = [`card-form:${accountId}`, { tries: formsPerHour, minutes }]
  const { beyond, counts } = await countEach(db, accountId === undefined ? [network] : [own, network])
  if (beyond !== undefined) {
    count('too many tries: card-form')
    refuse('too-many-tries', tooManyForms)
  }
  return accountId !== undefined && counts[0] === 1 && !(await hasTriedToPay(db, accountId))
}
