import { and, desc, eq, ne } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { postings } from '#ledger/postings.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aWorld } from '../../harness/world.ts'
import { aMember, timeZone } from '../builders.ts'
import { aDebtor } from './debtor.ts'
import { payByCheck } from './paid-places.ts'

/** A family that has paid $180.00 for its first place by check and owes $35.00 for its second; two who may give back. */
export async function aDeskForMoney(db: Db, { isPaid = true, begun = false } = {}) {
  const { account, rows } = await aDebtor(db)
  const [first, second] = [orNotFound(rows[0]), orNotFound(rows[1])]
  const startsOn = addDays(todayIn(timeZone), begun ? -3 : 20)
  await db.update(sessions).set({ startsOn, endsOn: addDays(startsOn, 30) })
  const family = { accountId: account.id, familyId: account.familyId }
  if (isPaid) await payByCheck(db, family, [first.id], first.priceCents)
  await db.delete(mails)
  const memberOf = async (role: 'owner' | 'treasurer') => {
    const { id, token } = await aMember(db, [role])
    return { accountId: id, actor: `member:${id}` as const, token }
  }
  return {
    ...{ account, family, first, second, world: aWorld(db) },
    owner: await memberOf('owner'),
    due: async (id: number) =>
      (await db.select().from(registrations).where(eq(registrations.id, id)))[0]?.dueCents,
    posted: async () =>
      (
        await db.select().from(postings).where(eq(postings.familyId, family.familyId)).orderBy(postings.id)
      ).map(
        ({ kind, cents, registrationId }) =>
          `${kind} ${cents}${registrationId === null ? ' credit' : registrationId === first.id ? '' : ' second'}`,
      ),
    mailed: async () => (await db.select().from(mails).orderBy(mails.id)).map(({ subject }) => subject),
    lastText: async () =>
      (await db.select().from(mails).orderBy(desc(mails.id)).limit(1))[0]?.text.replace(/\s+/g, ' '),
    told: async () =>
      await db
        .select({ what: changes.what, after: changes.after })
        .from(changes)
        .where(and(eq(changes.familyId, family.familyId), ne(changes.what, 'payment recorded')))
        .orderBy(changes.id),
    memberOf,
  }
}
