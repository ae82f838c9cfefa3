import { data, Form, Link, useNavigation } from 'react-router'
import { PhoneField } from '#people/fields.tsx'
import { keepTyped } from '#people/keep-typed.ts'
import { findParent } from '#people/people.db.server.ts'
import { EmergencyContact, typed } from '#people/people.schema.ts'
import { contactFields } from '#people/people.ts'
import { updateContact } from '#people/players/players.server.ts'
import { LoginElsewhere } from '#people/sign-in/login-elsewhere.tsx'
import { useChecks } from '#people/sign-in/use-checks.ts'
import { personReply } from '#people/sign-in/user.server.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { Aside } from '#ui/frame/aside.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/emergency-contact.route.ts'
import '#people/people.css'

type Answer = ReturnType<typeof data<FormReply & { isSaved?: boolean }>>

export async function loader({ context }: Route.LoaderArgs) {
  const { accountId, kind } = context.get(accountContext)
  const { first_name, last_name, phone } = personReply(
    orNotFound(await findParent(context.get(dbContext), accountId)),
  )
  return { kind, contact: { first_name, last_name, phone: phone ?? '' } }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  return submit(request, typed(EmergencyContact), async (form) => {
    const visitor = context.get(accountContext)
    await updateContact(context.get(dbContext), visitor, form)
    return data({ isSaved: true })
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepTyped(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Emergency contact')

const leads = {
  parent: 'Whom we call if something happens at a session: you, or somebody else whom we can reach.',
  player: 'We call this person if something happens at a session.',
}

export default function EmergencyContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const checks = useChecks(contactFields, actionData?.problems)
  const isBusy = useNavigation().formAction?.startsWith('/pages/emergency-contact') ?? false
  const values: Record<string, string> = actionData?.values ?? loaderData.contact
  // A player's emergency contact is somebody else: the browser's autofill belongs to the holder.
  const field = (name: string, token: string) => ({
    ...fieldProps({ values, problems: checks.problems })(name),
    autoComplete: loaderData.kind === 'parent' ? token : 'off',
  })
  return (
    <div className="wrap">
      <PageTitle lead={leads[loaderData.kind]}>Emergency contact</PageTitle>
      <div className="split baseline">
        <Form method="post" className="form-column stack" {...checks.form}>
          <FormAnswer reply={actionData}>
            {actionData?.refused?.code === 'signed-out' && <LoginElsewhere />}
          </FormAnswer>
          {actionData?.isSaved && (
            <Banner tone="good" focus={actionData}>
              <p>Your emergency contact is updated.</p>
            </Banner>
          )}
          <div className="fields">
            <Field label="First name" {...field('first_name', 'given-name')} />
            <Field label="Last name" {...field('last_name', 'family-name')} />
          </div>
          <PhoneField {...field('phone', 'tel-national')} />
          <Button type="submit" variant="ball" busy={isBusy}>
            {isBusy ? 'Updating' : 'Update'}
          </Button>
        </Form>
        <Aside title="Who sees it">
          <p>
            The coaches of {loaderData.kind === 'parent' ? 'your players’' : 'your'} sessions, and the
            volunteers who run the registrations. No other family does.
          </p>
          <p>
            More people to call, or something that a coach must know? Each player has a page for that:{' '}
            <Link to="/pages/family-players">Contacts and care</Link>.
          </p>
        </Aside>
      </div>
    </div>
  )
}
