import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { type LikelySame, likelySame } from '#desk/family/merge/likely-same.server.ts'
import { LikelySameFamilies } from '#desk/family/merge/likely-same.tsx'
import { addFamilyAtDesk } from '#desk/family/registration/desk-families.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { EmailField, PhoneField, PlayerFields } from '#people/fields.tsx'
import { findAccountByEmail } from '#people/people.db.server.ts'
import { EmergencyContact, NewPerson, text, typed } from '#people/people.schema.ts'
import { optionalEmail } from '#people/people.ts'
import { worldContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { memberContext } from '#team/member.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/new-family.route.ts'
import '#desk/family/family.css'

const { first_name, last_name, birthday, skill_level, phone } = NewPerson.shape
const FamilyForm = typed(
  z
    .object({
      ...EmergencyContact.shape,
      email: text(optionalEmail, 'kim@example.com'),
      key: z.uuid(),
      /** Confirms that likely duplicates are another family. */
      is_new: z.string().optional(),
      'player.first_name': first_name,
      'player.last_name': last_name,
      'player.birthday': birthday,
      'player.skill_level': skill_level,
      'player.phone': phone,
    })
    .transform((form) => ({
      key: form.key,
      isNew: form.is_new === 'yes',
      parent: {
        firstName: form.first_name,
        lastName: form.last_name,
        phone: form.phone,
        email: form.email || null,
      },
      player: {
        first_name: form['player.first_name'],
        last_name: form['player.last_name'],
        birthday: form['player.birthday'],
        skill_level: form['player.skill_level'],
        phone: form['player.phone'],
        is_active: true,
      },
    })),
)

export const loader = () => ({ key: crypto.randomUUID() })

type Answer = ReturnType<typeof data<FormReply & { likely?: LikelySame[] }>>

export async function action({ request, context }: Route.ActionArgs): Promise<Response | Answer> {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  const sent = request.clone()
  return submit(request, FamilyForm, async ({ isNew: isConfirmedNew, ...family }) => {
    const likely = isConfirmedNew ? [] : await familiesLike(world.db, family)
    if (likely.length > 0) return data({ values: await typedIn(sent), likely })
    const { number, isNew } = await addFamilyAtDesk(world, family, actor)
    nudgeMail(world)
    const page = `/desk/families/${number}`
    return redirect(isNew ? `${page}/register?player=${family.key}` : `${page}?done=known`)
  })
}

type Entered = Omit<z.output<typeof FamilyForm>, 'isNew'>
async function familiesLike(db: Db, { parent, player }: Entered) {
  // A known email identifies the family.
  if (parent.email && (await findAccountByEmail(db, parent.email))) return []
  const named = { firstName: player.first_name, lastName: player.last_name, birthday: player.birthday }
  return likelySame(db, { parent, phone: parent.phone, players: [named] })
}

const typedIn = async (form: Request) =>
  Object.fromEntries(new URLSearchParams(await form.text())) as Record<string, string>

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'New family')

export default function NewFamilyPage({ loaderData: { key }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  const { values, problems = {}, likely = [] } = actionData ?? {}
  const field = (name: string) => ({ ...fieldProps(actionData)(name, ''), autoComplete: 'off' })
  return (
    <div className="wrap family-form">
      <p className="where-am-i">
        <Link to="/desk/families">Families</Link>
      </p>
      <PageTitle lead="For somebody who stands before you, or calls. They get a mail to choose a password and sign the release.">
        New family
      </PageTitle>
      <Form method="post" className="baseline form-column stack" noValidate>
        <FormAnswer reply={actionData} />
        <input type="hidden" name="key" value={key} />
        <h2>Parent</h2>
        <div className="fields">
          <Field label="First name" {...field('first_name')} />
          <Field label="Last name" {...field('last_name')} />
          <PhoneField {...field('phone')} />
          <EmailField optional hint="Without one, everything goes on paper." {...field('email')} />
        </div>
        <h2>Player</h2>
        <PlayerFields prefix="player." values={values ?? {}} problems={problems} />
        <LikelySameFamilies likely={likely} to={(number) => `/desk/families/${number}`}>
          <input type="hidden" name="is_new" value="yes" />
        </LikelySameFamilies>
        <div className="row">
          <Button type="submit" variant="ball" busy={isBusy}>
            {isBusy ? 'Adding' : likely.length > 0 ? 'No, add a new family' : 'Add family'}
          </Button>
          <ButtonLink to="/desk/families">Back</ButtonLink>
        </div>
      </Form>
    </div>
  )
}
