import type { Donor } from '#donations/donations.db.server.ts'
import { EmailField, PhoneField } from '#people/fields.tsx'
import { Field } from '#ui/fields/field.tsx'
import { AddressField } from './address-field.tsx'

/** Who gives, and where the receipt goes; what an account knows is filled in. */
export function DonorFields({
  donor,
  problems,
}: {
  donor: Partial<Record<keyof Donor, string | null>> | undefined
  problems: Record<string, string>
}) {
  const of = (name: keyof Donor) => ({ name, defaultValue: donor?.[name] ?? '', problem: problems[name] })
  return (
    <section className="baseline" aria-labelledby="you">
      <h2 id="you">About you</h2>
      <div className="fields">
        <Field label="First name" autoComplete="given-name" {...of('first_name')} />
        <Field label="Last name" autoComplete="family-name" {...of('last_name')} />
        <EmailField {...of('email')} />
        <PhoneField optional {...of('phone')} />
        <div className="all">
          <AddressField
            label="Mailing address"
            hint="Suggestions are for US addresses; type yours in full."
            autoComplete="street-address"
            {...of('mailing_address')}
          />
        </div>
      </div>
    </section>
  )
}
