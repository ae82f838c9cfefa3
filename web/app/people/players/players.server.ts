import { and, eq, ne } from 'drizzle-orm'
import type { AtTheDesk } from '#people/care/contacts.server.ts'
import { isOf, lockAccount, parentOf, personOf, type ShownPerson } from '#people/people.db.server.ts'
import type { EmergencyContact, NewPerson, PersonUpdate } from '#people/people.schema.ts'
import { people } from '#people/people.tables.ts'
import { ageOn, playerAccountAge } from '#people/people.ts'
import { writeSearch } from '#people/search.db.server.ts'
import { isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { found, refuse } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'

type Holder = { accountId: string; familyId: string }

/** Adds a player to the account. Sent twice, it is added once. */
export function createPlayer(
  { db, env }: Pick<World, 'db' | 'env'>,
  { accountId, familyId }: Holder,
  form: NewPerson,
  id?: string,
): Promise<ShownPerson> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('signed-out')
    const words = {
      role: 'family' as const,
      firstName: form.first_name,
      lastName: form.last_name,
      phone: form.phone,
      birthday: form.birthday,
      skillLevel: form.skill_level,
      isActive: form.is_active,
    }
    const players = await tx.select().from(people).where(eq(people.accountId, accountId))
    const names = Object.keys(words) as (keyof typeof words)[]
    const known = players.find((player) => names.every((name) => player[name] === words[name]))
    if (known) return known
    await refuseBeyond(tx, accountId, env)
    const [player] = await tx
      .insert(people)
      .values({ ...(id && { id }), accountId, familyId, ...words })
      .returning()
    await writeSearch(tx, eq(people.id, found(player).id))
    return found(player)
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

/** Changes a person of the account. The emergency contact keeps a phone number that can be called. */
export async function updatePerson(
  db: Db,
  { accountId }: Holder,
  form: PersonUpdate,
  desk?: AtTheDesk,
): Promise<ShownPerson> {
  const person = found(await personOf(db, accountId, form.id))
  if (person.role === 'parent' && !form.phone) refuse('phone-missing')
  if (person.role === 'myself' && form.birthday && form.birthday !== person.birthday)
    await refuseTooYoung(db, form.birthday)
  const words = {
    firstName: form.first_name,
    lastName: form.last_name,
    phone: form.phone,
    birthday: form.birthday ?? person.birthday,
    skillLevel: form.skill_level ?? person.skillLevel,
  }
  return db.transaction(async (tx) => {
    const [saved] = await tx.update(people).set(words).where(isOf(accountId, form.id)).returning()
    await writeSearch(tx, isOf(accountId, form.id))
    const names = Object.keys(words) as (keyof typeof words)[]
    const after = names.filter((name) => person[name] !== words[name])
    if (desk && after.length > 0) {
      const isOwnFamily = isOwnFamilyOf(desk.actor, accountId)
      await addChange(tx, { ...desk, what: 'player changed', personId: person.id, after, isOwnFamily })
    }
    return found(saved)
  })
}

/** As at the sign-up, so that nobody signs up as somebody older. */
async function refuseTooYoung(db: Db, birthday: string) {
  const { timeZone } = await readProgramme(db)
  if (ageOn(birthday, todayIn(timeZone)) < playerAccountAge) refuse('player-too-young')
}

export async function updateContact(db: Db, holder: Holder, form: EmergencyContact): Promise<ShownPerson> {
  const { id } = found(await parentOf(db, holder.accountId))
  return updatePerson(db, holder, { ...form, id })
}
