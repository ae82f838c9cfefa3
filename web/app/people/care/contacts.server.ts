import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { contacts } from '../care.tables.ts'
import { mostContacts } from '../care.ts'
import { isOf } from '../people.db.server.ts'
import { people } from '../people.tables.ts'
import type { ContactForm } from './care.schema.ts'

/** Whom to call for a player after the family's own parent, in the order in which they were added. */
export const contactsOf = (db: Db, personId: string) =>
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
export type Contact = Awaited<ReturnType<typeof contactsOf>>[number]

/** Whose player it is. */
export type OfPlayer = { accountId: string; personId: string }

/** Adds a contact of a player, or changes the one that the form names. */
export function saveContact(db: Db, player: OfPlayer, { id, ...form }: ContactForm): Promise<void> {
  const { name, relation, phone, may_collect: mayCollect } = form
  return db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    const isOfPlayer = eq(contacts.personId, player.personId)
    if (id) {
      const changed = await tx
        .update(contacts)
        .set({ name, relation, phone, mayCollect })
        .where(and(isOfPlayer, eq(contacts.id, id)))
        .returning({ id: contacts.id })
      found(changed[0])
      return
    }
    if ((await tx.$count(contacts, isOfPlayer)) >= mostContacts)
      refuse('too-many-contacts', `There is room for ${mostContacts} contacts. Remove one first.`)
    const position = sql`(select coalesce(max(position), 0) + 1 from contacts where person_id = ${player.personId})`
    await tx
      .insert(contacts)
      .values({ personId: player.personId, name, relation, phone, mayCollect, position })
  })
}

export function removeContact(db: Db, player: OfPlayer, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    await tx.delete(contacts).where(and(eq(contacts.personId, player.personId), eq(contacts.id, id)))
  })
}

/** The player is of this account, stays, and is changed by nobody else until the transaction is over. */
export async function lockPlayer(tx: Db, { accountId, personId }: OfPlayer): Promise<void> {
  const isPlayer = and(isOf(accountId, personId), sql`${people.role} <> 'parent'`)
  const [player] = await tx.select({ id: people.id }).from(people).where(isPlayer).for('no key update')
  found(player)
}
