import { type ComponentProps, type ElementType, type ReactNode, useId } from 'react'
import { Problem } from '#ui/problem.tsx'

type Around = {
  label: ReactNode
  name: string
  problem?: string | undefined
  hint?: ReactNode
  /** Writes "optional" beside the label; required fields carry no mark. */
  optional?: boolean
  labelAction?: ReactNode
}

type Control = 'input' | 'select' | 'textarea'
type Props<TagName extends Control> = Around & Omit<ComponentProps<TagName>, keyof Around>

function framed<TagName extends Control>(tagName: TagName, usual?: ComponentProps<TagName>) {
  const Tag = tagName as ElementType
  return function FramedControl({ label, problem, hint, optional, labelAction, ...control }: Props<TagName>) {
    const generatedId = useId()
    const id = control.id ?? generatedId
    return (
      <div className="field">
        <div className="field-label">
          <label htmlFor={id}>
            {label}
            {optional && <span className="optional"> optional</span>}
          </label>
          {labelAction}
        </div>
        <Tag {...usual} {...control} {...ariaProps(id, problem, hint, control['aria-describedby'])} />
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

/** Values and problems of a form's reply, by field. */
export const fieldProps = (answer: Answer | undefined) => (name: string, usual?: string) => ({
  name,
  defaultValue: answer?.values?.[name] ?? usual,
  problem: answer?.problems?.[name],
})

export const Field = framed('input')
export const SelectField = framed('select')
export const TextField = framed('textarea', { rows: 4 })

type Option = readonly [value: string | number, words: string]

export const Options = ({ options }: { options: readonly Option[] }) =>
  options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

function ariaProps(id: string, problem: string | undefined, hint: ReactNode, more?: string) {
  const described = [problem && `${id}-problem`, hint && `${id}-hint`, more].filter(Boolean).join(' ')
  return { id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined }
}

export function CheckField({
  label,
  problem,
  ...input
}: { label: ReactNode; name: string; problem?: string | undefined } & ComponentProps<'input'>) {
  const generatedId = useId()
  const id = input.id ?? generatedId
  return (
    <div className="check">
      <input {...input} type="checkbox" {...ariaProps(id, problem, undefined)} />
      <div>
        <label htmlFor={id}>{label}</label>
        {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
      </div>
    </div>
  )
}
