import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { FormPage } from '#desk/family/form/form-page.tsx'
import { FamilyWhy } from '#desk/family/form/reason.schema.ts'
import { familyReasons, ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { ContactForm as ContactFields } from '#people/care/care.schema.ts'
import { type Contact, listContacts, removeContact, saveContact } from '#people/care/contacts.server.ts'
import { ContactForm, ContactList, EditLink } from '#people/care/contacts.tsx'
import { findParent } from '#people/people.db.server.ts'
import { typed } from '#people/people.schema.ts'
import { personReply } from '#people/sign-in/user.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { formName, memberContext } from '#team/member.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/contacts.route.ts'
import { playerAt } from './family.server.ts'
import '#people/care/care.css'
import './family.css'

const SaveForm = typed(ContactFields).and(FamilyWhy)
const RemoveForm = z.object({ id: z.uuid() }).and(FamilyWhy)

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { family, player } = await playerAt(db, params)
  const contacts = await listContacts(db, player.id)
  const { searchParams } = new URL(request.url)
  const named = (name: string) => contacts.find(({ id }) => id === searchParams.get(name))
  return {
    family,
    player: personReply(player),
    parent: personReply(orNotFound(await findParent(db, family.accountId))),
    contacts,
    editing: named('contact'),
    removing: named('remove'),
  }
}

/** Forms are told apart by `?form=`. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const db = context.get(dbContext)
  const { family, player } = await playerAt(db, params)
  const owner = { accountId: family.accountId, personId: player.id }
  const by = { actor, familyId: family.familyId }
  const back = (done: string) => redirect(`/desk/families/${family.number}?done=${done}`)
  if (formName(request) === 'contact-remove')
    return submit(request, RemoveForm, async ({ id, reason, words }) => {
      await removeContact(db, owner, id, { ...by, reason, words })
      return back('contact-removed')
    })
  return submit(request, SaveForm, async ({ reason, words, ...contact }) => {
    await saveContact(db, owner, contact, { ...by, reason, words })
    return back('contact-saved')
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Contacts')

export default function ContactsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, player, parent, contacts, editing, removing } = loaderData
  useFocusOnProblem(actionData?.problems)
  const why = <ReasonFields reasons={familyReasons} answer={actionData} />
  return (
    <FormPage {...{ family, answer: actionData }} title="Contacts">
      <h2>
        Whom we may call for <bdi>{`${player.first_name} ${player.last_name}`}</bdi>
      </h2>
      <ContactList
        {...{ player, parent, contacts }}
        forEach={({ id, name }) => (
          <p className="row">
            <EditLink {...{ id, name }} />
            <ButtonLink to={`?remove=${id}`} size="small" variant="bare">
              Remove<span className="visually-hidden"> {name}</span>
            </ButtonLink>
          </p>
        )}
      />
      {removing ? (
        <Removing contact={removing}>{why}</Removing>
      ) : (
        <ContactForm key={editing?.id} contact={editing} player={player} answer={actionData}>
          {why}
        </ContactForm>
      )}
    </FormPage>
  )
}

const Removing = ({ contact, children }: { contact: Contact; children: React.ReactNode }) => (
  <Form
    method="post"
    action={`?form=contact-remove&remove=${contact.id}`}
    className="stack"
    noValidate
    preventScrollReset
  >
    <h3>
      Remove <bdi>{contact.name}</bdi>?
    </h3>
    <input type="hidden" name="id" value={contact.id} />
    {children}
    <div className="row">
      <Button type="submit" variant="danger">
        Remove the contact
      </Button>
      <ButtonLink to="?">Back</ButtonLink>
    </div>
  </Form>
)
