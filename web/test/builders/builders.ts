import { hash } from '@node-rs/argon2'
import { inArray, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { post } from '#ledger/postings.db.server.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { liabilityRelease } from '#people/accounts/sign-up/liability.ts'
import { addFamily } from '#people/families.db.server.ts'
import { accounts, type Person, people, releases, signIns } from '#people/people.tables.ts'
import { toSearchVector } from '#people/search.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { sha256 } from '#platform/hash.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import type { OfflineWay } from '#registrations/ways-to-pay.ts'
import type { Role } from '#team/roles.ts'
import { memberRoles, members } from '#team/team.tables.ts'

/** What a test does not care about is filled in; what it does care about it says in `facts`. */
type Facts<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

export const timeZone = 'America/Los_Angeles'
export const password = 'baseline-rally-7'
const passwordHash = hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

let made = 0
const next = () => ++made

export async function aProgramme(db: Db, facts: Facts<typeof programme> = {}) {
  const row: typeof programme.$inferInsert = {
    name: 'Courtside Youth Tennis',
    blurb: 'Tennis for every child in town.',
    email: 'help@courtside.example',
    phone: '(555) 010-0142',
    addressLines: ['18 Orchard Way', 'Fairmeadow, CA 94000'],
    timeZone,
    clubs: ['Fairmeadow Park Tennis Club', 'Millbrook Courts'],
    walletHandle: '@courtside-youth-tennis',
    causes: {
      MCT: { name: 'Courtside Youth Tennis', blurb: 'Courts, balls and coaches.' },
      DBF: { name: 'Courtside Memorial Fund', blurb: 'Scholarships and equipment.' },
    },
    ...facts,
  }
  const [saved] = await db
    .insert(programme)
    .values(row)
    .onConflictDoUpdate({ target: programme.id, set: row })
    .returning()
  return orNotFound(saved)
}

/** An activated account that has signed the release, its family and its parent; a player account (`kind: 'player'`) gets its own person besides. */
export async function anAccount(db: Db, facts: Facts<typeof accounts> = {}) {
  const family = await addFamily(db)
  const email = facts.email ?? `parent-${next()}-${process.pid}@example.test`
  const [account] = await db
    .insert(accounts)
    .values({
      ...family,
      kind: 'parent',
      firstName: 'Robin',
      lastName: 'Vale',
      passwordHash: await passwordHash,
      activatedAt: new Date(),
      ...facts,
      email,
    })
    .returning()
  const { id, kind } = orNotFound(account)
  const { familyId } = family
  const by: Actor = `family:${family.familyId}`
  const [present] = await db.select().from(programme)
  const version = present ? liabilityRelease(present).version : '1'
  await db.insert(releases).values({ accountId: id, version, how: 'sign-up', by })
  const phone = '(555) 010-0100'
  const [parent] = await db
    .insert(people)
    .values({
      ...{ accountId: id, familyId, role: 'parent', firstName: 'Robin', lastName: 'Vale', phone },
      search: toSearchVector({ firstName: 'Robin', lastName: 'Vale', phone }, orNotFound(account)),
    })
    .returning()
  const myself =
    kind === 'player' ? await aPlayer(db, { accountId: id, familyId, role: 'myself' }) : undefined
  return {
    id,
    familyId,
    kind,
    email,
    password,
    parent: orNotFound(parent),
    myself,
    visitor: { accountId: id, familyId, kind, email },
  }
}

/**
 * A member of the team with these roles since yesterday, whose browser (`token` is its cookie's) has just taken the
 * second step, or did at `secondFactorAt`; with a `lastDay` of yesterday they count no more.
 */
export async function aMember(
  db: Db,
  roles: Role[],
  { lastDay, secondFactorAt = new Date() }: { lastDay?: string; secondFactorAt?: Date | null } = {},
) {
  const account = await anAccount(db)
  const accountId = account.id
  await db.insert(members).values({ accountId })
  const firstDay = addDays(todayIn(timeZone), -1)
  await db.insert(memberRoles).values(roles.map((role) => ({ accountId, role, firstDay, lastDay })))
  const token = crypto.randomUUID()
  const expiresAt = new Date(addDays(todayIn(timeZone), 2))
  await db.insert(signIns).values({ tokenHash: sha256(token), accountId, expiresAt, secondFactorAt })
  return { ...account, token }
}

/** A child of the family `accountId`; without one, of a family of its own. */
export async function aPlayer(db: Db, facts: Facts<typeof people> = {}): Promise<Person> {
  const accountId = facts.accountId ?? (await anAccount(db)).id
  const familyId = sql<string>`(select family_id from accounts where id = ${accountId})`
  const row = {
    role: 'family' as const,
    firstName: `Player${next()}`,
    lastName: 'Vale',
    phone: null,
    birthday: '2016-04-12',
    skillLevel: 'Beginner',
    ...facts,
    accountId,
  }
  const [saved] = await db
    .insert(people)
    .values({ familyId, ...row, search: toSearchVector(row) })
    .returning()
  return orNotFound(saved)
}

export async function anEvent(db: Db, facts: Facts<typeof events> = {}) {
  const number = next()
  const [saved] = await db
    .insert(events)
    .values({
      key: `event-${number}-${process.pid}`,
      kind: 'clinic',
      name: `Summer Clinic ${number}`,
      summary: 'Ages 8 to 10, mornings, all levels.',
      description: 'Four mornings of tennis.',
      priceCents: 18_000,
      priceDescription: 'per week',
      location: 'Fairmeadow Park Tennis Club<br>Mon to Thu, 9:00 to 11:30 am',
      formats: ['One coach for six players'],
      missions: ['Every child plays'],
      ...facts,
    })
    .returning()
  return orNotFound(saved)
}

/** A session that starts in a month, of the event `eventId`; without one, of an event of its own. */
export async function aSession(db: Db, facts: Facts<typeof sessions> = {}) {
  const eventId = facts.eventId ?? (await anEvent(db)).id
  const startsOn = facts.startsOn ?? addDays(todayIn(timeZone), 30)
  const [saved] = await db
    .insert(sessions)
    .values({
      number: next(),
      endsOn: addDays(startsOn, 3),
      description: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
      ...facts,
      startsOn,
      eventId,
    })
    .returning()
  return orNotFound(saved)
}

/** A meeting of the session `sessionId` from 9:00 to 11:30; without one, on the first day of a session of its own. */
export async function aMeeting(db: Db, facts: Facts<typeof meetings> = {}) {
  const { sessionId, ...rest } = facts
  const session = sessionId === undefined ? await aSession(db) : undefined
  const [saved] = await db
    .insert(meetings)
    .values({
      day: session?.startsOn ?? addDays(todayIn(timeZone), 30),
      starts: '09:00',
      ends: '11:30',
      ...rest,
      sessionId: sessionId ?? orNotFound(session).id,
    })
    .returning()
  return orNotFound(saved)
}

type NewPlace = Omit<typeof registrations.$inferInsert, 'dueCents'>

/** A registration as it stands, with its price posted; paid by a charge or by hand where `paid` says so. Its session is not counted. */
export async function aPlace(db: Db, row: NewPlace, paid?: OfflineWay | { chargeId: string }) {
  const ofAccount = sql`(select family_id from accounts where id = ${row.accountId})`
  const [made] = await db
    .insert(registrations)
    .values({ ...row, familyId: row.familyId ?? ofAccount })
    .returning()
  const { id: registrationId, accountId, familyId, priceCents, heldUntil } = orNotFound(made)
  if (heldUntil || priceCents === 0) return orNotFound(made)
  await post(db, 'site', [{ registrationId, kind: 'price', cents: priceCents }])
  if (!paid) return { ...orNotFound(made), dueCents: priceCents }
  const payment =
    typeof paid === 'object'
      ? paid
      : {
          recordedId: await aRecordedPayment(db, { accountId, familyId, how: paid, amountCents: priceCents }),
        }
  await post(db, 'site', [{ registrationId, kind: 'paid', cents: -priceCents, ...payment }])
  return orNotFound(made)
}

/** What is due for these places came by hand: of each a payment of its own. */
export async function payByHand(db: Db, ids: number[], how: OfflineWay) {
  const places = await db.select().from(registrations).where(inArray(registrations.id, ids))
  for (const { id: registrationId, accountId, familyId, dueCents: amountCents } of places) {
    const recordedId = await aRecordedPayment(db, { accountId, familyId, how, amountCents })
    await post(db, 'site', [{ registrationId, kind: 'paid', cents: -amountCents, recordedId }])
  }
}

type Recorded = Pick<typeof offlinePayments.$inferInsert, 'accountId' | 'familyId' | 'how' | 'amountCents'>

export async function aRecordedPayment(db: Db, row: Recorded): Promise<number> {
  const given = { ...row, receivedOn: '2027-06-01', recordedBy: 'site' as const }
  const [made] = await db.insert(offlinePayments).values(given).returning({ id: offlinePayments.id })
  return orNotFound(made).id
}
