import { and, asc, eq, inArray, isNotNull, isNull, not, notInArray, or, sql } from 'drizzle-orm'
import { eraseDonor } from '#donations/donations.db.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail, forgetMails, nudgeMail } from '#mail/outbox.server.ts'
import { forgetMessages } from '#messages/forget-messages.server.ts'
import { forgetPayer } from '#payments/charges.db.server.ts'
import { forgetCustomer, gatewayFor } from '#payments/gateway/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { familyIds, listFamilyIds } from '#people/families.db.server.ts'
import { findAccount } from '#people/people.db.server.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange, forgetChangeNotes } from '#platform/changes.db.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { erasePeople } from '#registrations/erase-people.server.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { holdsNoMoney, lockSessions, pendingReturnCents } from '#registrations/registrations.db.server.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { endEntries } from '#registrations/waiting/end-entry.server.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { structureColumns } from '#season/drafts/revisions.server.ts'
import { structureFrom, toStructureColumns } from '#season/file/season-structure.server.ts'
import { withoutCoach } from '#season/former-coach.ts'
import { seasonDrafts, seasonRevisions, seasonUploads } from '#season/season.tables.ts'
import { mailOwners } from '#team/guard.server.ts'
import { refuseLastOwner } from '#team/members.server.ts'
import { invitations } from '#team/team.tables.ts'
import { memberDeletedMail } from '#team/team-mails.ts'
import { rememberErased } from './erased-families.server.ts'

/**
 * Erases all personal data, at the gateway too. Registrations, orders, charges and refunds stay as an anonymous record
 * of the money. Unpaid upcoming places are given up. `by`: somebody in the family's place. `isAgain`: after a restore,
 * without a mail.
 */
export async function eraseAccount(
  world: World,
  accountId: string,
  by?: Actor,
  { isAgain = false } = {},
): Promise<void> {
  await refuseLastOwner(world.db, accountId)
  await refuseWhileMoneyMoves(world.db, accountId)
  await forgetSavedCards(world, accountId)
  const programme = await readProgramme(world.db)
  const erased = await world.db.transaction(async (tx) => {
    await refuseLastOwner(tx, accountId)
    const isIt = eq(accounts.id, accountId)
    const [account] = await tx
      .select({ email: accounts.email, familyId: accounts.familyId })
      .from(accounts)
      .where(isIt)
      .for('update')
    const { email, familyId } = orNotFound(account)
    await giveUpUnpaid(tx, { accountId, familyId }, todayIn(programme.timeZone))
    await erasePeople(tx, eq(people.accountId, accountId))
    await eraseDonor(tx, accountId)
    await forgetPayer(tx, accountId)
    const addresses = await listAddresses(tx, accountId, email)
    await forgetMails(tx, accountId)
    await forgetNotes(tx, { accountId, familyId })
    for (const address of addresses) await forgetAddress(tx, address)
    await mailOwners(tx, accountId, memberDeletedMail)
    const ids = familyId ? await listFamilyIds(tx, familyId) : []
    await tx.delete(accounts).where(isIt)
    if (by) await addChange(tx, { actor: by, what: 'account erased', familyId })
    if (!isAgain) await addMail(tx, { kind: 'account', to: email, ...deletedMail(programme) })
    return ids
  })
  if (!isAgain) await rememberErased(world, erased)
  nudgeMail(world)
}

/** Free text about the family, and the messages that its holder wrote as a member. */
async function forgetNotes(tx: Db, { accountId, familyId }: { accountId: string; familyId: string | null }) {
  if (familyId) await forgetChangeNotes(tx, inArray(changes.familyId, familyIds(familyId)))
  await tx.update(offlinePayments).set({ note: '' }).where(eq(offlinePayments.accountId, accountId))
  await forgetMessages(tx, `member:${accountId}`)
}

/** Present and former emails, as far as mails show; without guardians' and those that another account has now. */
async function listAddresses(tx: Db, accountId: string, email: string | null): Promise<string[]> {
  const { recipient, kind, isCopy } = mails
  const isAnothers = sql`exists (select from accounts where accounts.email = ${recipient} and accounts.id <> ${accountId})`
  const isHolders = and(not(isCopy), notInArray(kind, ['guardian', 'email change']), not(isAnothers))
  const former = await tx
    .selectDistinct({ recipient })
    .from(mails)
    .where(and(eq(mails.accountId, accountId), isHolders))
  return [...new Set([...(email ? [email] : []), ...former.map((mail) => mail.recipient)])]
}

/** Invitations with their mails, and seasons that name a coach by this address. */
async function forgetAddress(tx: Db, email: string) {
  await tx.delete(invitations).where(eq(invitations.email, email))
  await tx.delete(mails).where(and(eq(mails.kind, 'invitation'), eq(mails.recipient, email)))
  await tx.delete(seasonUploads).where(sql`position(${email} in ${seasonUploads.text}) > 0`)
  for (const table of [seasonRevisions, seasonDrafts])
    for (const { id, ...columns } of await seasonsWith(tx, table, email))
      await tx
        .update(table)
        .set(toStructureColumns(withoutCoach(structureFrom(columns), email)))
        .where(sql`${table.id} = ${id}`)
}

const seasonsWith = (tx: Db, table: typeof seasonRevisions | typeof seasonDrafts, email: string) =>
  tx
    .select({ id: table.id, ...structureColumns(table) })
    .from(table)
    .where(sql`position(${email} in ${table.text}) > 0`)
    .orderBy(asc(table.id))
    .for('update')

/** Refunds under way and sums owed to the family, in cents. */
export async function owedTo(db: Db, accountId: string): Promise<number> {
  const [sum] = await db
    .select({ cents: sql<number>`coalesce(sum(${pendingReturnCents}), 0)::int` })
    .from(registrations)
    .where(and(eq(registrations.accountId, accountId), sql`${pendingReturnCents} > 0`))
  return sum?.cents ?? 0
}

export const stillOwed = (cents: number) =>
  `We still owe you ${dollars(cents)}. Your account can be deleted when it went back to you.`

/** In cents. */
export async function readAccountCredit(db: Db, accountId: string): Promise<number> {
  const account = await findAccount(db, accountId)
  return account?.familyId ? readCredit(db, account.familyId) : 0
}

export const stillHeld = (cents: number) =>
  `We hold ${dollars(cents)} of yours. Use it for a session, or write to us and we pay it out first; then your account can be deleted.`

/** Without the account nobody would know whose money it is. */
async function refuseWhileMoneyMoves(db: Db, accountId: string) {
  const isOpen = inArray(charges.state, ['pending', 'unknown'])
  if ((await db.$count(charges, and(eq(charges.accountId, accountId), isOpen))) > 0)
    refuse('payment-under-way')
  const cents = await owedTo(db, accountId)
  if (cents > 0) refuse('money-owed', stillOwed(cents))
  const creditCents = await readAccountCredit(db, accountId)
  if (creditCents > 0) refuse('money-owed', stillHeld(creditCents))
}

/** First at the gateway: if that fails, nothing is erased here and the family can retry. */
async function forgetSavedCards(world: World, accountId: string) {
  try {
    await forgetCustomer(gatewayFor(world.env), accountId)
  } catch (problem) {
    world.log.error({ err: problem }, 'saved cards could not be deleted')
    refuse('gateway-away')
  }
}

/** Locks every place, so that no payment can begin for one, and frees the unpaid ones and offers. Ends its waiting. */
async function giveUpUnpaid(
  tx: Db,
  { accountId, familyId }: { accountId: string; familyId: string | null },
  today: Day,
) {
  const isOurs = and(eq(registrations.accountId, accountId), isNull(registrations.removedAt))
  const { id, sessionId, heldUntil } = registrations
  const isWaiting = and(eq(waitingEntries.accountId, accountId), isNull(waitingEntries.endedAt))
  const places = await tx.selectDistinct({ sessionId }).from(registrations).where(isOurs)
  const lists = await tx
    .selectDistinct({ sessionId: waitingEntries.sessionId })
    .from(waitingEntries)
    .where(isWaiting)
  const sessions = await lockSessions(tx, [...new Set([...places, ...lists].map((place) => place.sessionId))])
  await tx.select({ id }).from(registrations).where(isOurs).orderBy(asc(id)).for('update')
  await refuseWhileMoneyMoves(tx, accountId)
  for (const list of lists) await endEntries(tx, { ...list, which: isWaiting, why: 'left' })
  const upcoming = sessions.filter(({ startsOn }) => startsOn >= today).map((session) => session.id)
  const isGivenUp = or(isNotNull(heldUntil), and(holdsNoMoney, inArray(sessionId, upcoming)))
  await freePlaces(tx, and(isOurs, isGivenUp), byFamily(familyId))
  const partCents = await owedTo(tx, accountId)
  if (partCents > 0) refuse('money-owed', paidInPart(partCents))
}

/** Giving up a place paid in part would leave us owing that. */
const paidInPart = (cents: number) =>
  `You have paid ${dollars(cents)} for a session to come. Unregister from it first: the money goes back to you. Then your account can be deleted.`

function deletedMail(programme: Programme) {
  const subject = `Your ${programme.name} account is deleted`
  const paragraphs = [
    'Your account, your players and your saved cards and PayPal accounts are deleted, and unpaid registrations are given up. What was paid stays in our books, without your name.',
    'This is the last mail to this address. If it was not you who deleted the account, write or call us.',
  ]
  return { subject, ...mailLayout({ title: subject, programme, paragraphs }) }
}
