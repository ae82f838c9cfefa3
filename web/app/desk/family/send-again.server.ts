import { writeAfresh } from '#desk/family/paper-sign-up/write-afresh.server.ts'
import type { mails } from '#mail/mail.tables.ts'
import { kindsWithKey, kindsWithSource, type MailKind } from '#mail/mail-kinds.ts'
import { dropUnsent, findMailMeta, resendRegenerated, resendStored } from '#mail/mail-list.db.server.ts'
import { isLinkKind, resendLink } from '#people/accounts/sign-up/resend-link.server.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { inviteAgain } from '#team/invitations/invitations.server.ts'
import type { Member } from '#team/member.server.ts'
import { mayAll } from '#team/rights.ts'

/** Resends a mail: with a fresh link that revokes the old one; or rebuilt from its source row; or as stored. */
export async function sendAgain(world: World, member: Member, mailId: number): Promise<void> {
  await world.db.transaction(async (tx) => {
    const mail = orNotFound(await findMailMeta(tx, mailId))
    if (!maySendAgain(member, mail)) refuse('not-possible')
    const { actor } = member
    await addChange(tx, { actor, what: 'mail sent again', familyId: mail.familyId })
    const isAwaited = await linkAgain(tx, world, actor, mail)
    if (isAwaited === undefined && isIn(kindsWithSource, mail.kind)) {
      const letter = await writeAfresh(tx, world, mail)
      if (!letter?.to || !mail.to) return nothingToSend()
      return resendRegenerated(tx, mailId, letter, mail.isCopy ? mail.to : undefined)
    }
    if (isAwaited === undefined) return mail.to ? resendStored(tx, mailId, mail.to) : nothingToSend()
    if (!isAwaited) refuse('not-possible', 'Nobody waits for this link any more.')
    await dropUnsent(tx, mailId)
  })
}

const nothingToSend = (): never =>
  refuse('not-possible', 'Nothing of it is so any more: there is nothing to send.')

const isIn = (kinds: MailKind[], kind: MailKind | null) => kind !== null && kinds.includes(kind)

type Sent = Pick<typeof mails.$inferSelect, 'kind' | 'accountId' | 'recipient'>

/** Mails a new link if the mail had one. False: the link is obsolete; undefined: it had none. */
async function linkAgain(tx: Db, world: World, actor: Actor, { kind, accountId, recipient }: Sent) {
  if (kind === 'invitation') return inviteAgain(tx, world, actor, recipient)
  if (!isLinkKind(kind)) return undefined
  if (!accountId) return false
  return resendLink(tx, kind, { accountId, recipient }, { siteUrl: world.env.siteUrl })
}

/**
 * Not: erased mails without a renewable link, and mails of older versions that may hold a link or lack a source.
 * Invitations only for owners.
 */
export const maySendAgain = (
  member: Pick<Member, 'roles'>,
  { kind, isErased, hasSource }: { kind: MailKind | null; isErased: boolean; hasSource: boolean },
) =>
  kind !== null &&
  (!isErased || isIn(kindsWithKey, kind)) &&
  (hasSource || !isIn(kindsWithSource, kind)) &&
  (kind !== 'invitation' || mayAll(member, 'team'))
