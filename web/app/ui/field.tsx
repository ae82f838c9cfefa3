import { type ComponentProps, type ReactNode, useId } from 'react'
import { Problem } from './problem.tsx'

type Around = {
  label: ReactNode
  name: string
  problem?: string | undefined
  hint?: ReactNode
  /** Writes "optional" beside the label; what must be filled in carries no mark. */
  optional?: boolean
  /** A link or bare button at the end of the label's line. */
  labelAction?: ReactNode
}

/** A text input with its label above and its problem or hint below. */
export function Field({
  label,
  problem,
  hint,
  optional,
  labelAction,
  ...input
}: Around & ComponentProps<'input'>) {
  const own = useId()
  const id = input.id ?? own
  return (
    <FieldFrame {...{ id, label, problem, hint, optional, labelAction }}>
      <input {...input} {...marks(id, problem, hint, input['aria-describedby'])} />
    </FieldFrame>
  )
}

/** A native select in the same frame. */
export function SelectField({
  label,
  problem,
  hint,
  optional,
  labelAction,
  ...select
}: Around & ComponentProps<'select'>) {
  const own = useId()
  const id = select.id ?? own
  return (
    <FieldFrame {...{ id, label, problem, hint, optional, labelAction }}>
      <select {...select} {...marks(id, problem, hint, select['aria-describedby'])} />
    </FieldFrame>
  )
}

/** Room for some sentences in the same frame. */
export function TextField({
  label,
  problem,
  hint,
  optional,
  labelAction,
  ...area
}: Around & ComponentProps<'textarea'>) {
  const own = useId()
  const id = area.id ?? own
  return (
    <FieldFrame {...{ id, label, problem, hint, optional, labelAction }}>
      <textarea rows={4} {...area} {...marks(id, problem, hint, area['aria-describedby'])} />
    </FieldFrame>
  )
}

function FieldFrame(props: Omit<Around, 'name'> & { id: string; children: ReactNode }) {
  const { id, label, problem, hint, optional, labelAction, children } = props
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>
          {label}
          {optional && <span className="optional"> optional</span>}
        </label>
        {labelAction}
      </div>
      {children}
      {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

function marks(id: string, problem: string | undefined, hint: ReactNode, more?: string) {
  const described = [problem && `${id}-problem`, hint && `${id}-hint`, more].filter(Boolean).join(' ')
  return { id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined }
}

/** A checkbox with its sentence at the right. */
export function CheckField({
  label,
  problem,
  ...input
}: { label: ReactNode; name: string; problem?: string | undefined } & ComponentProps<'input'>) {
  const own = useId()
  const id = input.id ?? own
  return (
    <div className="check">
      <input {...input} type="checkbox" {...marks(id, problem, undefined)} />
      <div>
        <label htmlFor={id}>{label}</label>
        {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
      </div>
    </div>
  )
}
