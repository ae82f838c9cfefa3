import { Field } from '#ui/field.tsx'

/** A new password and the same once more. */
export function NewPasswordFields({ name, problems }: { name: string; problems: Record<string, string> }) {
  return (
    <div className="fields">
      <Field
        label="Password"
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
