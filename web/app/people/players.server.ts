import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { isOf, personOf, type ShownPerson } from './people.db.server.ts'
import type { NewPerson, PersonUpdate } from './people.schema.ts'
import { people } from './people.tables.ts'
import { fullName } from './people.ts'

type Holder = { accountId: string }

/** A row beside its reference: what PostgreSQL calls a broken foreign key. */
const foreignKeyBroken = '23503'

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

/** Removes a family player. Registrations refer to people, so the database says whether there are any. */
export async function deletePlayer(db: Db, { accountId }: Holder, id: string): Promise<void> {
  const person = found(await personOf(db, accountId, id))
  if (person.role !== 'family') refuse('not-found')
  try {
    await db.transaction((tx) => tx.delete(people).where(and(isOf(accountId, id), eq(people.role, 'family'))))
  } catch (problem) {
    if (!isStillReferred(problem)) throw problem
    refuse(
      'player-registered',
      `Cannot delete ${fullName(person)} because they are currently registered for sessions.`,
    )
  }
}

function isStillReferred(problem: unknown): boolean {
  const cause = problem instanceof Error ? problem.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === foreignKeyBroken
}
