import type { Donor } from '#donations/donations.db.server.ts'
import { EmailField, PhoneField } from '#people/fields.tsx'
import { Field } from '#ui/fields/field.tsx'
import { AddressField } from './address-field.tsx'

export function DonorFields({
  donor,
  problems,
}: {
  donor: Partial<Record<keyof Donor, string | null>> | undefined
  problems: Record<string, string>
}) {
  const fieldProps = (name: keyof Donor) => ({
    name,
    defaultValue: donor?.[name] ?? '',
    problem: problems[name],
  })
  return (
    <section className="baseline" aria-labelledby="you">
      <h2 id="you">About you</h2>
      <div className="fields">
        <Field label="First name" autoComplete="given-name" {...fieldProps('first_name')} />
        <Field label="Last name" autoComplete="family-name" {...fieldProps('last_name')} />
        <EmailField {...fieldProps('email')} />
        <PhoneField optional {...fieldProps('phone')} />
        <div className="all">
          <AddressField
            label="Mailing address"
            hint="Suggestions are for US addresses; type yours in full."
            autoComplete="street-address"
            {...fieldProps('mailing_address')}
          />
        </div>
      </div>
    </section>
  )
}
