import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { FamilyWhy } from '#desk/family/form/reason.schema.ts'
import { familyReasons, ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { EmailField, PhoneField } from '#people/fields.tsx'
import { findParent } from '#people/people.db.server.ts'
import { EmergencyContact, HolderName, text, typed } from '#people/people.schema.ts'
import { optionalEmail } from '#people/people.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { memberContext } from '#team/member.server.ts'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/edit-family.route.ts'
import { changeFamilyAtDesk } from './change-family.server.ts'
import { familyAt } from './family.server.ts'
import './family.css'

const EditForm = typed(
  z.object({
    'holder.first_name': HolderName.shape.first_name,
    'holder.last_name': HolderName.shape.last_name,
    ...EmergencyContact.shape,
    email: text(optionalEmail, 'kim@example.com').optional(),
  }),
).and(FamilyWhy)

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  const contact = orNotFound(await findParent(db, family.accountId))
  return {
    family,
    values: {
      'holder.first_name': family.firstName,
      'holder.last_name': family.lastName,
      first_name: contact.firstName,
      last_name: contact.lastName,
      phone: contact.phone ?? '',
      email: family.email ?? '',
    },
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, EditForm, async ({ email, reason, words, ...form }) => {
    const family = await familyAt(world.db, rowId(params.number))
    const { first_name, last_name, phone } = form
    const contact = { first_name, last_name, phone }
    const holder = { first_name: form['holder.first_name'], last_name: form['holder.last_name'] }
    await changeFamilyAtDesk(world, family, { holder, contact, email }, { actor, reason, words })
    nudgeMail(world)
    return redirect(`/desk/families/${family.number}?done=changed`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Edit the family')

export default function EditFamilyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family } = loaderData
  const isBusy = useNavigation().state === 'submitting'
  useFocusOnProblem(actionData?.problems)
  const values: Record<string, string> = actionData?.values ?? loaderData.values
  const field = (name: string) => ({ ...fieldProps({ ...actionData, values })(name), autoComplete: 'off' })
  return (
    <FormPage {...{ family, answer: actionData }} title="Edit the family">
      <Form method="post" className="stack" noValidate>
        <h2>Whose account it is</h2>
        <div className="fields">
          <Field label="First name" {...field('holder.first_name')} />
          <Field label="Last name" {...field('holder.last_name')} />
        </div>
        <p className="small">Receipts that were given already keep the old name.</p>
        {family.isUnopened ? (
          <EmailField
            optional
            hint="The link to a password goes there. Without one, everything goes on paper."
            {...field('email')}
          />
        ) : (
          <p className="small">
            Email: {family.email}. The family has a password, and changes its email itself.
          </p>
        )}
        <h2>Whom we call first</h2>
        <div className="fields">
          <Field label="First name" {...field('first_name')} />
          <Field label="Last name" {...field('last_name')} />
          <PhoneField {...field('phone')} />
        </div>
        <ReasonFields reasons={familyReasons} answer={actionData} />
        <FormActs family={family} busy={isBusy} doing="Saving">
          Save
        </FormActs>
      </Form>
    </FormPage>
  )
}
