import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { EmailField } from '#people/fields.tsx'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { FormAnswer } from '#ui/refused.tsx'
import './settings.css'

type Part<Now> = {
  now: Now & { isSetOutside: boolean }
  closed: string | undefined
  reply: FormReply | undefined
}
type Mail = { server: string; port: string; user: string; from: string }
type Gateway = { environment: string; merchantId: string }

export function MailSection({ now, closed, reply }: Part<Mail>) {
  const summary = now.server
    ? `Mails go out by ${now.server}${now.user ? `, as ${now.user}` : ''}.`
    : 'No mail is sent: they are kept until there is a mail server.'
  const { isSetOutside: _, ...present } = now
  const values: Record<string, string> = reply?.values ?? present
  const field = fieldProps({ ...reply, values })
  return (
    <Section id="mail" title="Mail" summary={summary} {...{ now, closed }}>
      <SettingsForm part="mail" reply={reply} verb="Send a test mail and save" busy="Sending a mail to you">
        <p>
          As whoever gives you the mailbox writes it. First a mail goes to you; nothing is saved if it does
          not.
        </p>
        <div className="fields">
          <Field
            label="Mail server"
            spellCheck={false}
            autoCapitalize="none"
            placeholder="smtp.example.org"
            {...field('server')}
          />
          <Field label="Port" inputMode="numeric" hint="587, or 465." {...field('port')} />
        </div>
        <div className="fields">
          <Field
            label="User"
            optional
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            {...field('user')}
          />
          <Field
            label="Password"
            optional
            type="password"
            autoComplete="new-password"
            {...field('smtp_password')}
          />
        </div>
        <EmailField
          label="Mails come from"
          optional
          autoComplete="off"
          hint="Where it is not the programme’s own address."
          {...field('from')}
        />
      </SettingsForm>
    </Section>
  )
}

const places = [
  { value: 'production', name: 'Braintree', hint: 'Cards are charged.' },
  {
    value: 'sandbox',
    name: 'Braintree’s sandbox',
    hint: 'To try it with keys of your own: no card is charged.',
  },
  { value: 'local', name: 'The built-in sandbox', hint: 'No keys, and no card is charged.' },
]

export function GatewaySection({ now, closed, reply }: Part<Gateway>) {
  const place = places.find(({ value }) => value === now.environment)
  const summary = `${place?.name}${now.merchantId ? `, merchant ${now.merchantId}` : ''}. ${place?.hint}`
  const field = (name: string) => ({
    autoComplete: 'off',
    spellCheck: false,
    ...fieldProps(reply)(name),
  })
  return (
    <Section id="gateway" title="Cards" summary={summary} {...{ now, closed }}>
      <SettingsForm part="gateway" reply={reply} verb="Try and save" busy="Asking the gateway">
        <ChoiceCards
          legend="Where are cards charged?"
          choices={places}
          {...fieldProps(reply)('environment', now.environment)}
        />
        <div className="stack keys">
          <p>All four stand in Braintree’s control panel, under API keys.</p>
          <Field label="Merchant ID" {...field('merchant_id')} />
          <Field label="Public key" {...field('public_key')} />
          <Field label="Private key" {...field('private_key')} type="password" autoComplete="new-password" />
          <Field label="Tokenization key" {...field('widget_key')} />
        </div>
      </SettingsForm>
    </Section>
  )
}

type Frame = {
  id: string
  title: string
  summary: string
  now: { isSetOutside: boolean }
  closed: string | undefined
  children: ReactNode
}

function Section({ id, title, summary, now, closed, children }: Frame) {
  const why = now.isSetOutside ? 'Set by the environment of the site: it is changed there.' : closed
  return (
    <section className="baseline form-column stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{summary}</p>
      {why ? <p className="muted">{why}</p> : children}
    </section>
  )
}

type Sent = { part: string; reply: FormReply | undefined; verb: string; busy: string; children: ReactNode }

function SettingsForm({ part, reply, verb, busy, children }: Sent) {
  const { state, formAction } = useNavigation()
  const action = `/desk/settings?form=${part}`
  const isBusy = state !== 'idle' && formAction === action
  return (
    <Form method="post" action={action} className="stack" noValidate>
      <FormAnswer reply={reply} />
      {children}
      <Button type="submit" variant="ball" busy={isBusy}>
        {isBusy ? busy : verb}
      </Button>
    </Form>
  )
}
