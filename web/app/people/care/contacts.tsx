import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { CheckField, Field } from '#ui/fields/field.tsx'
import { type AccountReply, SettingsNotice } from '../accounts/account-forms.tsx'
import { PhoneField } from '../fields.tsx'
import type { Contact } from './contacts.server.ts'

type Person = { first_name: string; last_name: string; phone: string | null }
type ListProps = {
  player: Person
  parent: Person
  contacts: Contact[]
  forParent?: ReactNode
  forEach: (contact: Contact) => ReactNode
}
type Props = Omit<ListProps, 'forParent' | 'forEach'> & {
  editing: string | null
  answer: AccountReply | undefined
}

export function Contacts({ player, parent, contacts, editing, answer }: Props) {
  const chosen = answer?.doneAt ? undefined : contacts.find(({ id }) => id === editing)
  return (
    <>
      <SettingsNotice answer={answer}>
        {answer?.form === 'contact' ? 'The contact is saved.' : 'The contact is removed.'}
      </SettingsNotice>
      <p>We call them in this order if something happens.</p>
      <ContactList
        {...{ player, parent, contacts }}
        forParent={<Link to="/pages/emergency-contact">Change</Link>}
        forEach={({ id, name }) => (
          <Form method="post" action="?form=contact-remove" className="row">
            <input type="hidden" name="id" value={id} />
            <EditLink {...{ id, name }} />
            <Button type="submit" size="small" variant="bare">
              Remove<span className="visually-hidden"> {name}</span>
            </Button>
          </Form>
        )}
      />
      <ContactForm
        key={`${chosen?.id}-${answer?.doneAt}`}
        contact={chosen}
        player={player}
        answer={answer?.form === 'contact' ? answer : undefined}
      />
    </>
  )
}

export const ContactList = ({ player, parent, contacts, forParent, forEach }: ListProps) => (
  <ul className="care-rows">
    <li>
      <div>
        <b>
          <bdi>{`${parent.first_name} ${parent.last_name}`}</bdi>
        </b>
        <span className="line">
          Emergency contact, <Phone>{parent.phone}</Phone>
        </span>
        <Collects player={player} />
      </div>
      {forParent}
    </li>
    {contacts.map((contact) => (
      <li key={contact.id}>
        <div>
          <b>
            <bdi>{contact.name}</bdi>
          </b>
          <span className="line">
            <bdi>{contact.relation}</bdi>, <Phone>{contact.phone}</Phone>
          </span>
          {contact.mayCollect && <Collects player={player} />}
        </div>
        {forEach(contact)}
      </li>
    ))}
  </ul>
)

export const EditLink = ({ id, name }: Pick<Contact, 'id' | 'name'>) => (
  <ButtonLink to={`?contact=${id}`} size="small">
    Edit<span className="visually-hidden"> {name}</span>
  </ButtonLink>
)

const Phone = ({ children }: { children: string | null }) => (
  <a href={`tel:${children?.replace(/\D/g, '')}`} className="unbroken">
    {children}
  </a>
)

const Collects = ({ player }: { player: Person }) => (
  <Chip tone="paid">
    May collect <bdi>{player.first_name}</bdi>
  </Chip>
)

type FormProps = {
  contact: Contact | undefined
  player: Person
  answer: AccountReply | undefined
  /** More fields. */
  children?: ReactNode
}

export function ContactForm({ contact, player, answer, children }: FormProps) {
  const isBusy = useNavigation().formAction?.includes('form=contact') ?? false
  const typed = answer?.doneAt ? undefined : answer?.values
  const field = (name: string, current: string | undefined) => ({
    name,
    defaultValue: typed?.[name] ?? current ?? '',
    problem: answer?.problems?.[name],
    autoComplete: 'off',
  })
  return (
    <Form
      method="post"
      action={`?form=contact${contact ? `&contact=${contact.id}` : ''}`}
      className="stack"
      noValidate
      preventScrollReset
    >
      <h3>{contact ? 'Change a contact' : 'Add a contact'}</h3>
      {contact && <input type="hidden" name="id" value={contact.id} />}
      <div className="fields">
        <Field label="Name" {...field('name', contact?.name)} />
        <Field
          label="Relation"
          hint="Such as grandmother or neighbor."
          {...field('relation', contact?.relation)}
        />
        <PhoneField {...field('phone', contact?.phone)} />
      </div>
      <CheckField
        label={
          <>
            May collect <bdi>{player.first_name}</bdi>
          </>
        }
        name="may_collect"
        defaultChecked={typed ? typed.may_collect === 'on' : contact?.mayCollect}
      />
      {children}
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving' : contact ? 'Save contact' : 'Add contact'}
        </Button>
        {contact && <ButtonLink to="?">Back</ButtonLink>}
      </div>
    </Form>
  )
}
