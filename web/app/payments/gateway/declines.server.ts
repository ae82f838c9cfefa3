import { countSiteDecline } from '#bot-check/card-alarm.server.ts'
import { hasTriedToPay } from '#payments/charges.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import {
  countEach,
  isBeyond,
  type Limit,
  takeTriesBack,
  toNetwork,
  triesWithin,
} from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { countRefusal } from '#platform/tally.server.ts'

type PayerIdentity = { address: string } & ({ accountId: string } | { accountId: null; email: string })

const minutes = 60

/**
 * Charges a card unless the account, guest or network had too many declines. Only declines count; a family's success
 * takes back one of its network, so a hall with mostly good cards is never refused, and card testing is.
 */
export async function countDeclines(
  world: World,
  payer: PayerIdentity,
  charge: () => Promise<Charge>,
  refusalMessage?: string,
): Promise<Charge> {
  const { db, env } = world
  const payerLimit = { key: payerKey(payer), limit: { tries: env.cardLimits.declinesPerHour, minutes } }
  const network = {
    key: `declines:${toNetwork(payer.address)}`,
    limit: { tries: env.cardLimits.declinesPerNetwork, minutes },
  }
  // A try counts from its start, so that parallel ones are not let through. For families the network counts declines at
  // the end: many may pay at once behind one address.
  const countedFirst = payer.accountId === null ? [payerLimit, network] : [payerLimit]
  const counted: string[] = []
  const takeBack = (keys: string[]) => takeTriesBack(db, keys, minutes)
  const tooOften = () => {
    countRefusal('too many declined cards')
    refuse('declined-too-often', refusalMessage)
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
    if (charged.state === 'accepted') return takeBack([payerLimit.key, network.key])
    if (!isDeclined) return takeBack(counted)
    if (payer.accountId !== null) await isBeyond(db, network.key, network.limit)
    return countSiteDecline(world)
  }
  // A failed count does not change the card's answer.
  await countEnd().catch((err) => world.log.error({ err }, 'the end of a card’s try could not be counted'))
  return charged
}

const payerKey = (payer: PayerIdentity) =>
  payer.accountId === null ? `declines:${sha256(payer.email)}` : `declines:${payer.accountId}`

export const tooManyForms =
  'The card form was opened too often in the last hour. Wait an hour, choose to pay later, or write to us: we will help.'

/**
 * Each opened form can verify cards at the gateway. `accountId`: undefined for guests. True for the first form in an
 * hour of an account that has never tried to pay.
 */
export async function countCardForm(
  { db, env }: World,
  accountId: string | undefined,
  address: string,
): Promise<boolean> {
  const { formsPerHour } = env.cardLimits
  const network: [string, Limit] = [`card-form:${toNetwork(address)}`, { tries: 10 * formsPerHour, minutes }]
  const accountLimit: [string, Limit] = [`card-form:${accountId}`, { tries: formsPerHour, minutes }]
  const { beyond, counts } = await countEach(
    db,
    accountId === undefined ? [network] : [accountLimit, network],
  )
  if (beyond !== undefined) {
    countRefusal('too many tries: card-form')
    refuse('too-many-tries', tooManyForms)
  }
  return accountId !== undefined && counts[0] === 1 && !(await hasTriedToPay(db, accountId))
}
