import { type ComponentProps, type ElementType, type ReactNode, useId } from 'react'
import { Problem } from '#ui/problem.tsx'

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

type Control = 'input' | 'select' | 'textarea'
type Props<Of extends Control> = Around & Omit<ComponentProps<Of>, keyof Around>

/** A control with its label above and its problem or hint below. */
function framed<Of extends Control>(of: Of, usual?: ComponentProps<Of>) {
  const Tag = of as ElementType
  return function FramedControl({ label, problem, hint, optional, labelAction, ...control }: Props<Of>) {
    const own = useId()
    const id = control.id ?? own
    return (
      <div className="field">
        <div className="field-label">
          <label htmlFor={id}>
            {label}
            {optional && <span className="optional"> optional</span>}
          </label>
          {labelAction}
        </div>
        <Tag {...usual} {...control} {...marks(id, problem, hint, control['aria-describedby'])} />
        {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
        {hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    )
  }
}

type Answer = { values?: Values | undefined; problems?: Record<string, string> | undefined }
type Values = Record<string, string | null | undefined>

/** For each field of a form that came back: what stood in it, and what is wrong with that. */
export const fieldsOf = (answer: Answer | undefined) => (name: string, usual?: string) => ({
  name,
  defaultValue: answer?.values?.[name] ?? usual,
  problem: answer?.problems?.[name],
})

export const Field = framed('input')
export const SelectField = framed('select')
export const TextField = framed('textarea', { rows: 4 })

type Option = readonly [value: string | number, words: string]

/** What a list offers. */
export const Options = ({ of }: { of: readonly Option[] }) =>
  of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))

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
