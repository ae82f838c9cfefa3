import { and, eq, ne } from 'drizzle-orm'
import type { AtTheDesk } from '#people/care/contacts.server.ts'
import {
  findParent,
  findPerson,
  isAccountsPerson,
  lockAccount,
  type ShownPerson,
} from '#people/people.db.server.ts'
import type { EmergencyContact, NewPerson, PersonUpdate } from '#people/people.schema.ts'
import { people } from '#people/people.tables.ts'
import { ageOn, playerAccountAge } from '#people/people.ts'
import { writeSearch } from '#people/search.db.server.ts'
import { isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'

type Holder = { accountId: string; familyId: string }

/** Idempotent. */
export function createPlayer(
  { db, env }: Pick<World, 'db' | 'env'>,
  { accountId, familyId }: Holder,
  form: NewPerson,
  id?: string,
): Promise<ShownPerson> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('signed-out')
    const fields = {
      role: 'family' as const,
      firstName: form.first_name,
      lastName: form.last_name,
      phone: form.phone,
      birthday: form.birthday,
      skillLevel: form.skill_level,
      isActive: form.is_active,
    }
    const players = await tx.select().from(people).where(eq(people.accountId, accountId))
    const names = Object.keys(fields) as (keyof typeof fields)[]
    const known = players.find((player) => names.every((name) => player[name] === fields[name]))
    if (known) return known
    await refuseBeyond(tx, accountId, env)
    const [player] = await tx
      .insert(people)
      .values({ ...(id && { id }), accountId, familyId, ...fields })
      .returning()
    await writeSearch(tx, eq(people.id, orNotFound(player).id))
    return orNotFound(player)
  })
}

async function refuseBeyond(tx: Db, accountId: string, env: Env) {
  const isPlayer = and(eq(people.accountId, accountId), ne(people.role, 'parent'))
  const [row] = await tx
    .select({ email: programme.email, limits: programme.limits, players: tx.$count(people, isPlayer) })
    .from(programme)
  const { players: most } = familyLimits(row, env)
  if (!row || row.players < most) return
  const { email } = row
  refuse('too-many-players', `An account has room for ${most} players. If you need more, write to ${email}.`)
}

/** The emergency contact must keep a phone number. */
export async function updatePerson(
  db: Db,
  { accountId }: Holder,
  form: PersonUpdate,
  desk?: AtTheDesk,
): Promise<ShownPerson> {
  const person = orNotFound(await findPerson(db, accountId, form.id))
  if (person.role === 'parent' && !form.phone) refuse('phone-missing')
  if (person.role === 'myself' && form.birthday && form.birthday !== person.birthday)
    await refuseTooYoung(db, form.birthday)
  const fields = {
    firstName: form.first_name,
    lastName: form.last_name,
    phone: form.phone,
    birthday: form.birthday ?? person.birthday,
    skillLevel: form.skill_level ?? person.skillLevel,
  }
  return db.transaction(async (tx) => {
    const [saved] = await tx
      .update(people)
      .set(fields)
      .where(isAccountsPerson(accountId, form.id))
      .returning()
    await writeSearch(tx, isAccountsPerson(accountId, form.id))
    const names = Object.keys(fields) as (keyof typeof fields)[]
    const after = names.filter((name) => person[name] !== fields[name])
    if (desk && after.length > 0) {
      const isOwnFamily = isActorsAccount(desk.actor, accountId)
      await addChange(tx, { ...desk, what: 'player changed', personId: person.id, after, isOwnFamily })
    }
    return orNotFound(saved)
  })
}

/** As at sign-up, where a false birthday would pass. */
async function refuseTooYoung(db: Db, birthday: string) {
  const { timeZone } = await readProgramme(db)
  if (ageOn(birthday, todayIn(timeZone)) < playerAccountAge) refuse('player-too-young')
}

export async function updateContact(db: Db, holder: Holder, form: EmergencyContact): Promise<ShownPerson> {
  const { id } = orNotFound(await findParent(db, holder.accountId))
  return updatePerson(db, holder, { ...form, id })
}
