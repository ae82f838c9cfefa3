import { useShownPassword } from '#people/sign-in/show-password.tsx'
import { Field } from '#ui/fields/field.tsx'

export function NewPasswordFields(props: { label?: string; name: string; problems: Record<string, string> }) {
  const { label = 'Password', name, problems } = props
  const { type, button } = useShownPassword()
  return (
    <div className="fields">
      <Field
        label={label}
        name={name}
        type={type}
        labelAction={button}
        autoComplete="new-password"
        hint={problems[name] ? undefined : 'At least 8 characters.'}
        problem={problems[name]}
      />
      <Field
        label="Confirm password"
        name="confirmation"
        type={type}
        autoComplete="new-password"
        problem={problems.confirmation}
      />
    </div>
  )
}
