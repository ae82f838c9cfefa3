import { writeAfresh } from '#desk/family/paper/write-afresh.server.ts'
import type { mails } from '#mail/mail.tables.ts'
import { kindsWithKey, kindsWithSource, type MailKind } from '#mail/mail-kinds.ts'
import { dropUnsent, mailFacts, sendAfresh, sendAsKept } from '#mail/mail-list.db.server.ts'
import { isLinkKind, mailLinkAgain } from '#people/accounts/sign-up/mail-link-again.server.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { inviteAgain } from '#team/invitations/invitations.server.ts'
import type { Member } from '#team/member.server.ts'
import { mayAll } from '#team/rights.ts'

/**
 * Sends a mail again: one with a link that opens something gets a new link, and the old one ends; one that was written
 * from a row is written afresh from it; a notice of one moment goes as it was kept.
 */
export async function sendAgain(world: World, member: Member, mailId: number): Promise<void> {
  await world.db.transaction(async (tx) => {
    const mail = found(await mailFacts(tx, mailId))
    if (!maySendAgain(member, mail)) refuse('not-possible')
    const { actor } = member
    await addChange(tx, { actor, what: 'mail sent again', familyId: mail.familyId })
    const isAwaited = await linkAgain(tx, world, actor, mail)
    if (isAwaited === undefined && isOf(kindsWithSource, mail.kind)) {
      const letter = await writeAfresh(tx, world, mail)
      if (!letter?.to || !mail.to) return nothingLeft()
      return sendAfresh(tx, mailId, letter, mail.isCopy ? mail.to : undefined)
    }
    if (isAwaited === undefined) return mail.to ? sendAsKept(tx, mailId, mail.to) : nothingLeft()
    if (!isAwaited) refuse('not-possible', 'Nobody waits for this link any more.')
    await dropUnsent(tx, mailId)
  })
}

const nothingLeft = (): never =>
  refuse('not-possible', 'Nothing of it is so any more: there is nothing to send.')

const isOf = (kinds: MailKind[], kind: MailKind | null) => kind !== null && kinds.includes(kind)

type Sent = Pick<typeof mails.$inferSelect, 'kind' | 'accountId' | 'recipient'>

/** Mails a new link where the mail held one. Answers whether somebody still waits for it; nothing where it held none. */
async function linkAgain(tx: Db, world: World, actor: Actor, { kind, accountId, recipient }: Sent) {
  if (kind === 'invitation') return inviteAgain(tx, world, actor, recipient)
  if (!isLinkKind(kind)) return undefined
  if (!accountId) return false
  return mailLinkAgain(tx, kind, { accountId, recipient }, { siteUrl: world.env.siteUrl })
}

/**
 * What was erased cannot go again, unless a new link takes its place, nor what an older version wrote that may hold a
 * link or did not say what it was written from; an invitation is an owner's.
 */
export const maySendAgain = (
  member: Pick<Member, 'roles'>,
  { kind, isErased, hasSource }: { kind: MailKind | null; isErased: boolean; hasSource: boolean },
) =>
  kind !== null &&
  (!isErased || isOf(kindsWithKey, kind)) &&
  (hasSource || !isOf(kindsWithSource, kind)) &&
  (kind !== 'invitation' || mayAll(member, 'team'))
