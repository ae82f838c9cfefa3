import { Form, useNavigation } from 'react-router'
import { NewPasswordFields } from '#people/accounts/passwords/new-password-fields.tsx'
import { EmailField, PhoneField } from '#people/fields.tsx'
import { contactFields, email, passwordFields } from '#people/people.ts'
import { useChecks } from '#people/sign-in/use-checks.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { Field, fieldProps, Options, SelectField } from '#ui/fields/field.tsx'
import { FormAnswer } from '#ui/refused.tsx'

type Replied = { reply: FormReply | undefined }

export function AskCode({ reply, code }: Replied & { code: string }) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="stack" noValidate>
      <FormAnswer reply={reply} />
      <Field
        label="Code"
        hint="It stands where the site was started, below its address."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...fieldProps(reply)('code', code)}
      />
      <Button type="submit" variant="ball" busy={isBusy}>
        {isBusy ? 'Checking' : 'Go on'}
      </Button>
    </Form>
  )
}

/** In the order of the page: the first problem gets the focus. */
const rules = {
  name: (value: string) => (value.trim() ? undefined : 'Name the programme.'),
  email,
  time_zone: (value: string) => (value ? undefined : 'Choose a time zone.'),
  ...contactFields,
  owner_email: email,
  ...passwordFields,
}

/** The browser's time zone, unless one is chosen. */
function chooseHere(select: HTMLSelectElement | null) {
  if (select?.value === '') select.value = Intl.DateTimeFormat().resolvedOptions().timeZone
  // Not in the list.
  if (select?.selectedIndex === -1) select.value = ''
}

type Begun = Replied & { values: Record<string, string>; zones: string[] }

export function AskProgramme({ reply, values, zones }: Begun) {
  const { form, problems } = useChecks(rules, reply?.problems)
  const isBusy = useNavigation().state === 'submitting'
  const field = fieldProps({ values, problems })
  return (
    <Form method="post" action="?form=programme" className="stack" {...form}>
      <FormAnswer reply={reply} />
      <input type="hidden" name="code" value={values.code} />
      <h2>The programme</h2>
      <Field label="Name" autoComplete="organization" autoFocus {...field('name')} />
      <EmailField label="Email for families" hint="Mails come from it." {...field('email')} />
      <SelectField label="Time zone" ref={chooseHere} {...field('time_zone')}>
        <option value="">Choose where you play</option>
        <Options options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])} />
      </SelectField>
      <h2>Its owner: you</h2>
      <div className="fields">
        <Field label="First name" autoComplete="given-name" {...field('first_name')} />
        <Field label="Last name" autoComplete="family-name" {...field('last_name')} />
      </div>
      <EmailField label="Your email" hint="You log in with it." {...field('owner_email')} />
      <PhoneField label="Your phone" {...field('phone')} />
      <NewPasswordFields name="password" problems={problems} />
      <Button type="submit" variant="ball" busy={isBusy}>
        {isBusy ? 'Making the site yours' : 'Go on to the second step'}
      </Button>
    </Form>
  )
}
