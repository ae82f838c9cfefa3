import { Form, Link, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { CheckField, Field } from '#ui/field.tsx'
import { type AccountReply, Said } from '../accounts/account-forms.tsx'
import { PhoneField } from '../fields.tsx'
import type { Contact } from './contacts.server.ts'

type Person = { first_name: string; last_name: string; phone: string | null }
type Props = {
  player: Person
  parent: Person
  contacts: Contact[]
  /** The contact that is being changed. */
  editing: string | null
  answer: AccountReply | undefined
}

/** Whom we may call for a player: the family's own contact first, then those whom it added. */
export function Contacts({ player, parent, contacts, editing, answer }: Props) {
  const chosen = answer?.doneAt ? undefined : contacts.find(({ id }) => id === editing)
  return (
    <>
      <Said answer={answer}>
        {answer?.form === 'contact' ? 'The contact is saved.' : 'The contact is removed.'}
      </Said>
      <p>We call them in this order if something happens.</p>
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
          <Link to="/pages/emergency-contact">Change</Link>
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
            <Form method="post" action="?form=contact-remove" className="row">
              <input type="hidden" name="id" value={contact.id} />
              <ButtonLink to={`?contact=${contact.id}`} size="small">
                Edit<span className="visually-hidden"> {contact.name}</span>
              </ButtonLink>
              <Button type="submit" size="small" variant="bare">
                Remove<span className="visually-hidden"> {contact.name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <ContactForm
        key={`${chosen?.id}-${answer?.doneAt}`}
        contact={chosen}
        player={player}
        answer={answer?.form === 'contact' ? answer : undefined}
      />
    </>
  )
}

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

type FormProps = { contact: Contact | undefined; player: Person; answer: AccountReply | undefined }

function ContactForm({ contact, player, answer }: FormProps) {
  const isBusy = useNavigation().formAction?.includes('form=contact') ?? false
  const typed = answer?.doneAt ? undefined : answer?.values
  const of = (name: string, own: string | undefined) => ({
    name,
    defaultValue: typed?.[name] ?? own ?? '',
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
        <Field label="Name" {...of('name', contact?.name)} />
        <Field
          label="Relation"
          hint="Such as grandmother or neighbor."
          {...of('relation', contact?.relation)}
        />
        <PhoneField {...of('phone', contact?.phone)} />
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
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving' : contact ? 'Save contact' : 'Add contact'}
        </Button>
        {contact && <ButtonLink to="?">Back</ButtonLink>}
      </div>
    </Form>
  )
}
