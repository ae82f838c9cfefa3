import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { hashPassword } from '#people/accounts/passwords/passwords.server.ts'
import { liabilityRelease } from '#people/accounts/sign-up/liability.ts'
import { signRelease } from '#people/accounts/sign-up/releases.db.server.ts'
import { addFamily } from '#people/families.db.server.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, type Day } from '#platform/format/dates.ts'
import { takePlaces } from '#registrations/places.server.ts'
import { offlinePayments, orders } from '#registrations/registrations.tables.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import type { DemoSection } from '#season/file/season-file.schema.ts'
import type { Season } from '#season/file/season-file.server.ts'
import type { SeasonSession } from '#season/file/season-reading.ts'
import type { Change } from '#season/publish/season-changes.ts'
import { type Household, inTwo, listHouseholds } from './demo-households.ts'

/** Prefix of the idempotency keys of demo orders. */
export const demoKey = 'demo '

type Player = { personId: string; accountId: string; familyId: string }
type Players = { named: Map<string, Player>; others: Player[] }

/** Creates the demo accounts and their history once; existing ones are left alone. */
export async function writeDemo(tx: Db, season: Season, demo: DemoSection) {
  const changes: Change[] = []
  const players: Players = { named: new Map(), others: [] }
  const release = liabilityRelease(season.programme).version
  for (const household of listHouseholds(demo)) {
    const known = await tx.$count(accounts, eq(accounts.email, household.email))
    changes.push({ did: known > 0 ? 'unchanged' : 'added', what: `demo account ${household.email}` })
    if (known === 0) await addHousehold(tx, household, release, players)
  }
  await addHistory(tx, season, players)
  return changes
}

async function addHousehold(tx: Db, household: Household, version: string, players: Players) {
  const accountId = randomUUID()
  const family = await addFamily(tx)
  const whose = { accountId, familyId: family.familyId }
  await tx.insert(accounts).values({
    id: accountId,
    ...family,
    kind: household.players.some(({ role }) => role === 'myself') ? 'player' : 'parent',
    email: household.email,
    ...inTwo(holderName(household)),
    passwordHash: await hashPassword(household.password),
    activatedAt: new Date(),
    isDemo: true,
  })
  const by: Actor = `family:${family.familyId}`
  await signRelease(tx, { accountId, version, how: 'sign-up', by, address: 'demo data' })
  const { parent } = household
  await tx.insert(people).values({ ...whose, role: 'parent', ...inTwo(parent.name), phone: parent.phone })
  for (const [index, { role, name, phone, birthday, level }] of household.players.entries()) {
    const player = { personId: randomUUID(), ...whose }
    // Families are listed in the order in which they came.
    const createdAt = new Date(Date.now() + index)
    await tx.insert(people).values({
      id: player.personId,
      ...whose,
      role,
      ...inTwo(name),
      phone,
      birthday,
      skillLevel: level,
      createdAt,
    })
    if (household.isOthers) players.others.push(player)
    else players.named.set(name, player)
  }
}

const holderName = ({ parent, players }: Household) =>
  players.find(({ role }) => role === 'myself')?.name ?? parent.name

/** Registers the players just created in the sessions whose `demo` line names them. */
async function addHistory(tx: Db, season: Season, { named, others }: Players) {
  const known = await tx
    .select({
      id: sessions.id,
      key: events.key,
      startsOn: sessions.startsOn,
      number: sessions.number,
      priceCents: events.priceCents,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
  const booked: Booked[] = []
  for (const { event, session } of earliestFirst(season)) {
    const row = known.find(
      ({ key, startsOn, number }) =>
        key === event.key && startsOn === session.startsOn && number === session.number,
    )
    if (!row) continue
    const createdAt = bookedAt(session.startsOn, season.base)
    for (const { player, paid } of playersIn(session, named, others))
      booked.push({
        ...player,
        paid,
        orderId: randomUUID(),
        sessionId: row.id,
        priceCents: row.priceCents,
        createdAt,
      })
  }
  if (booked.length === 0) return
  await tx.insert(orders).values(booked.map(toOrder))
  const payments = booked.map(toPayment).filter((payment) => payment !== undefined)
  const made = payments.length > 0 ? await tx.insert(offlinePayments).values(payments).returning() : []
  await takePlaces(
    tx,
    booked.map(({ paid: _, ...row }) => {
      const payment = made.find(({ key }) => key === row.orderId)
      return { ...row, paidWith: payment && { id: payment.id, at: payment.recordedAt } }
    }),
  )
}

type Booked = Player & {
  paid: string
  orderId: string
  sessionId: number
  priceCents: number
  createdAt: Date
}

/** So that invoice numbers rise with the days. */
const earliestFirst = (season: Season) =>
  season.events
    .flatMap((event) => event.sessions.map((session) => ({ event, session })))
    .sort((left, right) => left.session.startsOn.localeCompare(right.session.startsOn))

function playersIn({ demo }: SeasonSession, named: Map<string, Player>, others: Player[]) {
  const { others: count = 0, ...ways } = demo
  const family = Object.entries(ways).flatMap(([name, paid]) => {
    const player = named.get(name)
    return player ? [{ player, paid: String(paid) }] : []
  })
  return [...family, ...others.slice(0, Number(count)).map((player) => ({ player, paid: 'check' }))]
}

/** Three weeks before the session, or three days before the demonstration began. */
function bookedAt(startsOn: Day, base: Day): Date {
  const [early, latest] = [addDays(startsOn, -21), addDays(base, -3)]
  return new Date(`${early < latest ? early : latest}T18:00:00Z`)
}

const toOrder = ({ orderId, accountId, familyId, paid, priceCents, createdAt }: Booked) => ({
  id: orderId,
  accountId,
  familyId,
  method: paid === 'card' ? ('card' as const) : ('later' as const),
  idempotencyKey: `${demoKey}${orderId}`,
  totalCents: priceCents,
  createdAt,
})

/** The order's id is the payment's key. */
function toPayment({ accountId, familyId, orderId, paid, priceCents: amountCents, createdAt }: Booked) {
  const how = offlineWays.find((way) => way === paid)
  if (!how || amountCents === 0) return undefined
  const recordedAt = new Date(createdAt.getTime() + 86_400_000)
  const receivedOn = recordedAt.toISOString().slice(0, 10)
  return {
    ...{ accountId, familyId, amountCents, how, recordedAt, receivedOn },
    ...{ recordedBy: 'site' as const, key: orderId },
  }
}
