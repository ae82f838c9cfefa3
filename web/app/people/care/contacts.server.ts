import { and, asc, eq, sql } from 'drizzle-orm'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeReason } from '#platform/changes.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { isAccountsPerson } from '../people.db.server.ts'
import { people } from '../people.tables.ts'
import type { ContactForm } from './care.schema.ts'
import { contacts } from './care.tables.ts'
import { mostContacts } from './care.ts'

/** In order of adding; the family's parent comes before them. */
export const listContacts = (db: Db, personId: string) =>
  db
    .select({
      id: contacts.id,
      name: contacts.name,
      relation: contacts.relation,
      phone: contacts.phone,
      mayCollect: contacts.mayCollect,
    })
    .from(contacts)
    .where(eq(contacts.personId, personId))
    .orderBy(asc(contacts.position), asc(contacts.id))
export type Contact = Awaited<ReturnType<typeof listContacts>>[number]

export type PlayerKey = { accountId: string; personId: string }

/** A change by the desk, for the log. */
export type AtTheDesk = { actor: Actor; familyId: string; reason: ChangeReason; words: string }

/** Adds, or changes the one with `id`. Idempotent. */
export function saveContact(
  db: Db,
  player: PlayerKey,
  { id, may_collect: mayCollect, ...form }: ContactForm,
  desk?: AtTheDesk,
): Promise<void> {
  const saved = { ...form, mayCollect }
  return db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    const known = await listContacts(tx, player.personId)
    if (id) {
      const changed = changedFields(orNotFound(known.find((contact) => contact.id === id)), saved)
      if (changed.length === 0) return
      await tx.update(contacts).set(saved).where(eq(contacts.id, id))
      return logChange(tx, player, { what: 'contact changed', after: changed }, desk)
    }
    if (known.some((contact) => changedFields(contact, saved).length === 0)) return
    if (known.length >= mostContacts)
      refuse('too-many-contacts', `There is room for ${mostContacts} contacts. Remove one first.`)
    const { personId } = player
    const position = sql`(select coalesce(max(position), 0) + 1 from contacts where person_id = ${personId})`
    await tx.insert(contacts).values({ personId, ...saved, position })
    return logChange(tx, player, { what: 'contact added' }, desk)
  })
}

export function removeContact(db: Db, player: PlayerKey, id: string, desk?: AtTheDesk): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    const isIt = and(eq(contacts.personId, player.personId), eq(contacts.id, id))
    const removed = await tx.delete(contacts).where(isIt).returning({ id: contacts.id })
    if (removed.length > 0) await logChange(tx, player, { what: 'contact removed' }, desk)
  })
}

function changedFields(before: Contact, after: Omit<Contact, 'id'>): string[] {
  const names = ['name', 'relation', 'phone', 'mayCollect'] as const
  return names.filter((name) => before[name] !== after[name])
}

type ContactChange = { what: 'contact added' | 'contact changed' | 'contact removed'; after?: string[] }

/** A family's own changes are not logged. */
async function logChange(
  tx: Db,
  { accountId, personId }: PlayerKey,
  change: ContactChange,
  desk: AtTheDesk | undefined,
) {
  if (!desk) return
  const isOwnFamily = isActorsAccount(desk.actor, accountId)
  await addChange(tx, { ...desk, ...change, personId, isOwnFamily })
}

/** Locks the player until the transaction ends. */
export async function lockPlayer(tx: Db, { accountId, personId }: PlayerKey): Promise<void> {
  const isPlayer = and(isAccountsPerson(accountId, personId), sql`${people.role} <> 'parent'`)
  const [player] = await tx.select({ id: people.id }).from(people).where(isPlayer).for('no key update')
  orNotFound(player)
}
