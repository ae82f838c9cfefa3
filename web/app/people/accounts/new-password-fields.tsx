import { Field } from '#ui/field.tsx'

/** A new password and the same once more. */
export function NewPasswordFields(props: { label?: string; name: string; problems: Record<string, string> }) {
  const { label = 'Password', name, problems } = props
  return (
    <div className="fields">
      <Field
        label={label}
        name={name}
        type="password"
        autoComplete="new-password"
        hint={problems[name] ? undefined : 'At least 8 characters.'}
        problem={problems[name]}
      />
      <Field
        label="Confirm password"
        name="confirmation"
        type="password"
        autoComplete="new-password"
        problem={problems.confirmation}
      />
    </div>
  )
}
