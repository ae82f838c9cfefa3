import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { mailWelcome } from '#people/accounts/desk-account.server.ts'
import { changeName } from '#people/accounts/emails/settings.server.ts'
import { lockAddress, removeUnused } from '#people/accounts/sign-up/unused.server.ts'
import { endTokens } from '#people/accounts/tokens.db.server.ts'
import type { AtTheDesk } from '#people/care/contacts.server.ts'
import { findParent, isFromDesk, lockAccount } from '#people/people.db.server.ts'
import type { EmergencyContact, HolderName, NewPerson } from '#people/people.schema.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import { updateContact, updatePerson } from '#people/players/players.server.ts'
import { writeSearch } from '#people/search.db.server.ts'
import { isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import type { DeskFamily } from './family.server.ts'

type Why = Omit<AtTheDesk, 'familyId'>
export type FamilyEdit = {
  holder: z.output<typeof HolderName>
  contact: EmergencyContact
  /** Undefined: unchanged. Empty: removed, the family gets paper. */
  email?: string | undefined
}

/** Changes holder, emergency contact and, until a password was chosen, the email. */
export function changeFamilyAtDesk(
  { db, env }: World,
  family: DeskFamily,
  { holder, contact, email }: FamilyEdit,
  why: Why,
) {
  const { accountId, familyId } = family
  return db.transaction(async (tx) => {
    if (email) await lockAddress(tx, email)
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('not-found')
    const [before] = await tx
      .select({
        firstName: accounts.firstName,
        lastName: accounts.lastName,
        email: accounts.email,
        isFromDesk,
      })
      .from(accounts)
      .where(eq(accounts.id, accountId))
    const { firstName, lastName, ...account } = orNotFound(before)
    const parent = orNotFound(await findParent(tx, accountId))
    const isRenamed = firstName !== holder.first_name || lastName !== holder.last_name
    const isMoved = email !== undefined && email !== (account.email ?? '')
    const after = [
      isRenamed && 'holderName',
      (parent.firstName !== contact.first_name || parent.lastName !== contact.last_name) && 'contactName',
      parent.phone !== contact.phone && 'contactPhone',
      isMoved && 'email',
    ].filter((name) => name !== false)
    if (after.length === 0) return
    if (isMoved && !account.isFromDesk) refuse('not-possible', changesItself)
    if (isRenamed) await changeName(tx, family, holder)
    await updateContact(tx, family, contact)
    if (isMoved) await moveAddress(tx, family, email || null, env)
    const isOwnFamily = isActorsAccount(why.actor, accountId)
    await addChange(tx, { ...why, what: 'family changed', familyId, after, isOwnFamily })
  })
}

const changesItself = 'This family has a password: it changes its email itself, in its account settings.'

/** Mails the password link to the new address and revokes the old one's. */
async function moveAddress(tx: Db, { accountId }: DeskFamily, email: string | null, to: { siteUrl: string }) {
  if (email) {
    await removeUnused(tx, eq(accounts.email, email))
    const [known] = await tx
      .select({ number: families.number })
      .from(accounts)
      .innerJoin(families, eq(families.id, accounts.familyId))
      .where(eq(accounts.email, email))
    if (known) refuse('not-possible', `This email belongs to family ${known.number} already.`)
  }
  await tx.update(accounts).set({ email }).where(eq(accounts.id, accountId))
  await writeSearch(tx, eq(people.accountId, accountId))
  await endTokens(tx, accountId, 'welcome')
  await mailWelcome(tx, { id: accountId, email }, to)
}

export const changePlayerAtDesk = (db: Db, family: DeskFamily, id: string, form: NewPerson, why: Why) =>
  updatePerson(db, family, { ...form, id }, { ...why, familyId: family.familyId })

/** In place of the family, only for paper-only accounts. */
export function changeCareAtDesk(
  db: Db,
  family: DeskFamily,
  { personId, field, ...why }: Why & { personId: string; field: 'careNote' | 'photos' | 'absence' },
  work: (tx: Db, player: { accountId: string; personId: string }) => Promise<void>,
) {
  return onPaper(db, family, async (tx) => {
    const { accountId, familyId } = family
    await work(tx, { accountId, personId })
    const isOwnFamily = isActorsAccount(why.actor, accountId)
    await addChange(tx, { ...why, what: 'player changed', familyId, personId, after: [field], isOwnFamily })
  })
}

export function deletePlayerAtDesk(db: Db, family: DeskFamily, personId: string, why: Why) {
  return onPaper(db, family, async (tx) => {
    const { accountId, familyId } = family
    const isOwnFamily = isActorsAccount(why.actor, accountId)
    await addChange(tx, { ...why, what: 'player deleted', familyId, personId, isOwnFamily })
    await deletePlayer(tx, family, personId)
  })
}

function onPaper(db: Db, { email }: DeskFamily, work: (tx: Db) => Promise<void>): Promise<void> {
  if (email) refuse('not-possible', 'This family changes that itself, on its own pages.')
  return db.transaction(work)
}
