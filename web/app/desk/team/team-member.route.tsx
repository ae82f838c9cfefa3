import { Form, Link, redirect } from 'react-router'
import { AskedButton } from '#desk/asked-button.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { formName, memberContext } from '#team/member.server.ts'
import { findMember } from '#team/members.db.server.ts'
import { endRoles, resetSecondStep, setDates, setRoles } from '#team/members.server.ts'
import { type Role, roleLabels, roles } from '#team/roles.ts'
import { DatesForm, NothingForm, rolesForm } from '#team/team.schema.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, Field, fieldProps } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/team-member.route.ts'
import './team.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { emailChangedAt, ...member } = orNotFound(await findMember(db, uuid(params.accountId)))
  const { timeZone } = await readProgramme(db)
  const movedOn = emailChangedAt && longDay(todayIn(timeZone, emailChangedAt))
  return { member, movedOn, today: todayIn(timeZone) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  const { db } = world
  const accountId = uuid(params.accountId)
  const { roles: before } = orNotFound(await findMember(db, accountId))
  const form = formName(request)
  const done = () => {
    nudgeMail(world)
    return redirect('/desk/team')
  }
  if (form === 'dates')
    return submit(request, DatesForm, async (dates) => {
      await setDates(db, actor, accountId, dates)
      return done()
    })
  if (form === 'reset' || form === 'end')
    return submit(request, NothingForm, async () => {
      if (form === 'reset') await resetSecondStep(world, actor, accountId)
      else await endRoles(db, actor, accountId)
      return done()
    })
  const { timeZone } = await readProgramme(db)
  return submit(request, rolesForm(todayIn(timeZone), before), async (days) => {
    await setRoles(db, actor, accountId, days)
    return done()
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'A member')

export default function MemberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member, movedOn, today } = loaderData
  const { name, email, secondStep } = member
  const current = new Map(member.roles.map((days) => [days.role, days]))
  const field = fieldProps(actionData)
  const here = `/desk/team/${member.accountId}`
  return (
    <div className="wrap">
      <PageTitle lead={email}>
        <bdi>{name}</bdi>
      </PageTitle>
      <div className="stack flow">
        <FormAnswer reply={actionData} />
        <Form method="post" action={here} className="baseline stack" noValidate>
          <h2>Roles</h2>
          {roles.map((role) => (
            <RoleFields key={role} role={role} days={current.get(role)} today={today} field={field} />
          ))}
          <p className="row">
            <Button type="submit" variant="ball">
              Save the roles
            </Button>
          </p>
        </Form>
        <Form method="post" action={`${here}?form=dates`} className="baseline stack" noValidate>
          <h2>Dates</h2>
          <div className="fields">
            <Field
              label="Background check valid until"
              type="date"
              optional
              {...field('background_check', member.backgroundCheckUntil ?? '')}
            />
            <Field
              label="Safety training valid until"
              type="date"
              optional
              {...field('safety_training', member.safetyTrainingUntil ?? '')}
            />
          </div>
          <p className="small muted">
            We tell {name} and the owners 30 days before. Nobody is locked out by a date.
          </p>
          <p className="row">
            <Button type="submit">Save the dates</Button>
          </p>
        </Form>
        <section className="baseline stack" aria-labelledby="step">
          <h2 id="step">Second step</h2>
          <p>
            {secondStep
              ? `Set up: ${secondStep}. A reset ends every log-in of ${name} and mails a link to begin anew.`
              : `Not set up. ${name} needs the link in the invitation, or a new one.`}
          </p>
          {movedOn && (
            <Banner tone="due">
              <p>
                <b>The email address changed on {movedOn}.</b> A reset mails its link to {email}: call {name}{' '}
                first, and ask whether that is right.
              </p>
            </Banner>
          )}
          <Form method="post" action={`${here}?form=reset`}>
            <AskedButton
              variant="outline"
              verb="Reset second step"
              question={`Reset the second step of ${name}?`}
              consequence={`Every log-in ends, and a link to begin anew is mailed to ${email}.`}
            />
          </Form>
        </section>
        <section className="baseline stack" aria-labelledby="end">
          <h2 id="end">End</h2>
          <p>Every role of {name} ends at once. The account as a parent stays.</p>
          <Form method="post" action={`${here}?form=end`}>
            <AskedButton
              verb="End all roles"
              question={`End all roles of ${name}?`}
              consequence="The desk is closed to this person at once. To come back takes the roles anew."
            />
          </Form>
        </section>
        <Link className="alone" to="/desk/team">
          Back to the team
        </Link>
      </div>
    </div>
  )
}

function RoleFields(props: {
  role: Role
  days: { firstDay: string; lastDay: string | null } | undefined
  today: string
  field: ReturnType<typeof fieldProps>
}) {
  const { role, days, today, field } = props
  return (
    <fieldset className="role">
      <legend className="visually-hidden">{roleLabels[role].name}</legend>
      <CheckField
        name={role}
        defaultChecked={days !== undefined}
        label={
          <>
            <b>{roleLabels[role].name}</b> <span className="muted">{roleLabels[role].hint}</span>
          </>
        }
      />
      <div className="fields">
        <Field label="First day" type="date" {...field(`${role}_first`, days?.firstDay ?? today)} />
        <Field label="Last day" type="date" optional {...field(`${role}_last`, days?.lastDay ?? '')} />
      </div>
    </fieldset>
  )
}
