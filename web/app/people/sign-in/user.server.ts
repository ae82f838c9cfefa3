import { z } from '@hono/zod-openapi'
import { hasSignedRelease } from '#people/accounts/sign-up/releases.db.server.ts'
import { findAccount, listPeople, type ShownPerson } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'

export const PersonReply = z
  .object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    birthday: z.string().nullable().openapi({ description: 'YYYY-MM-DD', example: '2016-04-12' }),
    skill_level: z.string().nullable(),
    is_active: z.boolean(),
  })
  .openapi('Person')
export type PersonReply = z.infer<typeof PersonReply>

export function personReply(person: ShownPerson): PersonReply {
  return {
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
    phone: person.phone,
    birthday: person.birthday,
    skill_level: person.skillLevel,
    is_active: person.isActive,
  }
}

/** As in the API. `myself` is null for a parent account. */
export async function readUser(db: Db, accountId: string) {
  const account = orNotFound(await findAccount(db, accountId))
  const everybody = await listPeople(db, accountId)
  const only = (role: ShownPerson['role']) =>
    everybody.filter((person) => person.role === role).map(personReply)
  return {
    id: account.id,
    email: account.email ?? '',
    liability_agreed: await hasSignedRelease(db, accountId),
    myself: only('myself')[0] ?? null,
    parent: only('parent')[0] ?? null,
    family: only('family'),
  }
}
