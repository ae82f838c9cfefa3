import { redirect } from 'react-router'
import { nudgeMail } from '#mail/outbox.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import {
  invite,
  inviteAgain,
  openInvitations,
  takeBackInvitation,
} from '#team/invitations/invitations.server.ts'
import { formName, memberContext } from '#team/member.server.ts'
import { listMembers } from '#team/members.db.server.ts'
import { InvitedForm, inviteForm } from '#team/team.schema.ts'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/team.route.ts'
import { InviteSection } from './team-invite.tsx'
import { MemberTable } from './team-table.tsx'
import './team.css'

const doneMessages = {
  invited: `The invitation is on its way. Its link is good for ${retention.invitationDays} days.`,
  again: 'The invitation goes out again. The link of before leads nowhere now.',
  'taken-back': 'The invitation is taken back. Its link leads nowhere now.',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { timeZone } = await readProgramme(db)
  const members = await listMembers(db)
  const done = new URL(request.url).searchParams.get('done') ?? ''
  return {
    members,
    invited: await openInvitations(db),
    today: todayIn(timeZone),
    done: doneMessages[done as keyof typeof doneMessages],
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  const form = formName(request)
  const done = (what: keyof typeof doneMessages) => {
    nudgeMail(world)
    return redirect(`/desk/team?done=${what}`)
  }
  if (form === 'again')
    return submit(request, InvitedForm, async ({ email }) => {
      const isInvited = await world.db.transaction((tx) => inviteAgain(tx, world, actor, email))
      if (!isInvited) refuse('not-found')
      return done('again')
    })
  if (form === 'take-back')
    return submit(request, InvitedForm, async ({ email }) => {
      await takeBackInvitation(world.db, actor, email)
      return done('taken-back')
    })
  const { timeZone } = await readProgramme(world.db)
  return submit(request, inviteForm(todayIn(timeZone)), async ({ email, role, last_day: lastDay }) => {
    await invite(world, actor, { email, roles: [role], lastDay })
    return done('invited')
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Team')

export default function TeamPage({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invited, today, done } = loaderData
  const many = members.length === 1 ? 'One person' : `${members.length} people`
  return (
    <div className="wrap">
      <PageTitle lead={`${many}. Each sees what the work needs.`}>Team</PageTitle>
      {done && (
        <Banner tone="good" focus={done !== undefined}>
          <p>{done}</p>
        </Banner>
      )}
      <div className="stack flow">
        <section className="baseline" aria-labelledby="members">
          <h2 id="members">Members</h2>
          <MemberTable members={members} invited={invited} today={today} />
          <p className="small muted">Roles count from the next click. The last owner cannot be ended.</p>
        </section>
        <InviteSection key={invited.length} reply={actionData} />
      </div>
    </div>
  )
}
