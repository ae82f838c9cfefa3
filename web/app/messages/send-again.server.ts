import { dropUnsent, mailFacts, sendAsKept } from '#mail/mail-list.db.server.ts'
import { isLinkKind, mailLinkAgain } from '#people/accounts/mail-link-again.server.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { inviteAgain } from '#team/invitations.server.ts'
import type { Member } from '#team/member.server.ts'
import { mayAll } from '#team/rights.ts'

/** Sends a mail again: one with a link that opens something gets a new link, and the old one ends. */
export async function sendAgain(world: World, member: Member, mailId: number): Promise<void> {
  const invited = await world.db.transaction(async (tx) => {
    const mail = found(await mailFacts(tx, mailId))
    const { kind, accountId, recipient, familyId } = mail
    if (!maySendAgain(member, mail)) refuse('not-possible')
    await addChange(tx, { actor: member.actor, what: 'mail sent again', familyId })
    if (isLinkKind(kind)) {
      const to = { siteUrl: world.env.siteUrl }
      if (!(accountId && (await mailLinkAgain(tx, kind, { accountId, recipient }, to))))
        refuse('not-possible', 'Nobody waits for this link any more.')
    }
    if (isLinkKind(kind) || kind === 'invitation') await dropUnsent(tx, mailId)
    else await sendAsKept(tx, mailId)
    return kind === 'invitation' ? recipient : undefined
  })
  if (invited) await inviteAgain(world, member.actor, invited)
}

/** An erased mail cannot go again, nor one of an older version that may hold a link; an invitation is an owner's. */
export const maySendAgain = (
  member: Pick<Member, 'roles'>,
  { kind, isErased }: { kind: string | null; isErased: boolean },
) => kind !== null && !isErased && (kind !== 'invitation' || mayAll(member, 'team'))
