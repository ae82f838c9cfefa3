import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { isOf, parentOf, personOf, type ShownPerson } from './people.db.server.ts'
import type { EmergencyContact, NewPerson, PersonUpdate } from './people.schema.ts'
import { people } from './people.tables.ts'

type Holder = { accountId: string }

export async function createPlayer(db: Db, { accountId }: Holder, form: NewPerson): Promise<ShownPerson> {
  const [player] = await db
    .insert(people)
    .values({
      accountId,
      role: 'family',
      firstName: form.first_name,
      lastName: form.last_name,
      phone: form.phone,
      birthday: form.birthday,
      skillLevel: form.skill_level,
      isActive: form.is_active,
    })
    .returning()
  return found(player)
}

/** Changes a person of the account. The emergency contact keeps a phone number that can be called. */
export async function updatePerson(db: Db, { accountId }: Holder, form: PersonUpdate): Promise<ShownPerson> {
  const person = found(await personOf(db, accountId, form.id))
  if (person.role === 'parent' && !form.phone) refuse('phone-missing')
  const [saved] = await db
    .update(people)
    .set({
      firstName: form.first_name,
      lastName: form.last_name,
      phone: form.phone,
      birthday: form.birthday ?? person.birthday,
      skillLevel: form.skill_level ?? person.skillLevel,
    })
    .where(isOf(accountId, form.id))
    .returning()
  return found(saved)
}

export async function updateContact(db: Db, holder: Holder, form: EmergencyContact): Promise<ShownPerson> {
  const { id } = found(await parentOf(db, holder.accountId))
  return updatePerson(db, holder, { ...form, id })
}
