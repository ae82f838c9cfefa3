import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import { addressDoubt } from '#donations/donations.ts'
import { Field } from '#ui/fields/field.tsx'
import { useSuggestions } from './use-suggestions.ts'

/**
 * A text field with suggestions for US addresses; any text is allowed. A doubtful address shows a hint, and blocks
 * nothing.
 */
export function AddressField(props: ComponentProps<typeof Field>) {
  const id = useId()
  const { suggestions, isOpen, chosen, field, pick, hover } = useSuggestions()
  const [doubt, setDoubt] = useState<string>()
  const optionId = (index: number) => `${id}-${index}`
  return (
    <div className="combobox">
      <Field
        {...props}
        {...field}
        onInput={(event: FormEvent<HTMLInputElement>) => {
          setDoubt(undefined)
          field.onInput(event)
        }}
        onBlur={(event) => {
          field.onBlur()
          // The layout must not shift under a finger that presses a button.
          if (!event.relatedTarget?.closest('button, a')) setDoubt(addressDoubt(event.currentTarget.value))
        }}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Suggested addresses" hidden={!isOpen}>
        {suggestions.map(({ text, zips }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (WAI-ARIA combobox).
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field.
          <div
            key={text}
            role="option"
            id={optionId(index)}
            aria-selected={index === chosen}
            onPointerEnter={() => hover(index)}
            // The field must not lose the focus to the press.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(index)}
          >
            {text} {zips && <span className="hint">{zips}</span>}
          </div>
        ))}
      </div>
      <p className="doubt" role="status">
        {doubt}
      </p>
      <p className="visually-hidden" role="status">
        {isOpen && `${suggestions.length} suggested addresses. Use the arrow keys to choose.`}
      </p>
    </div>
  )
}
