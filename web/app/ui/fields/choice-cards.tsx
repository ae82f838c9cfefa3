import { type ReactNode, useId } from 'react'
import { Problem } from '#ui/problem.tsx'

type Choice = { value: string; name: ReactNode; hint?: ReactNode; disabled?: boolean }

type Props = {
  legend: ReactNode
  name: string
  choices: Choice[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  problem?: string | undefined
  required?: boolean
  /** `two` side by side, `row` up to five short ones, `stack` one below the other. */
  layout?: 'two' | 'row' | 'stack'
}

export function ChoiceCards(props: Props) {
  const { legend, name, choices, value, defaultValue, onChange, problem, required, layout = 'stack' } = props
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? `${id}-problem` : undefined}
      aria-required={required}
    >
      <div className="choices-legend" id={`${id}-legend`}>
        {legend}
      </div>
      {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
      <div className={`choices in-${layout}`}>
        {choices.map((choice) => (
          <label className="choice" key={choice.value}>
            <input
              type="radio"
              name={name}
              aria-labelledby={`${id}-${choice.value}`}
              aria-describedby={choice.hint ? `${id}-${choice.value}-hint` : undefined}
              value={choice.value}
              required={required}
              disabled={choice.disabled}
              checked={value === undefined ? undefined : value === choice.value}
              defaultChecked={value === undefined ? defaultValue === choice.value : undefined}
              onChange={onChange && (() => onChange(choice.value))}
            />
            <span>
              <span className="choice-name" id={`${id}-${choice.value}`}>
                {choice.name}
              </span>
              {choice.hint && (
                <span className="hint" id={`${id}-${choice.value}-hint`}>
                  {choice.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
