import { type ComponentProps, type ReactNode, useId } from 'react'
import { Problem } from '#ui/problem.tsx'

type Around = { label: string; problem?: string | undefined; hint?: ReactNode; optional?: boolean }

/** A text of several lines, with its label above and its problem or hint below. */
export function TextField({ label, problem, hint, optional, ...text }: Around & ComponentProps<'textarea'>) {
  const id = useId()
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const rows = String(text.defaultValue ?? '').split('\n').length + 1
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>
          {label}
          {optional && <span className="optional"> optional</span>}
        </label>
      </div>
      <textarea
        rows={Math.min(12, Math.max(3, rows))}
        {...text}
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described || undefined}
      />
      {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
