import type { DateField } from '#agreed/fields.ts'
import { buildField, type FrameOptions, mainElement, make } from './elements.ts'
import { yearsFrom } from './expiration.ts'
import type { Field, FieldEvent } from './input.ts'
import { applyLooks, type Looks } from './styles.ts'

const months = Array.from({ length: 12 }, (_, index) => `${index + 1}`.padStart(2, '0'))

export function openSelect(
  key: DateField,
  options: FrameOptions,
  looks: Looks,
  emit: (event: FieldEvent) => void,
): Field {
  const values = key === 'expirationMonth' ? months : yearsFrom(new Date())
  const { select, placeholder = '' } = options
  const main = mainElement('select', key, options.preventAutofill)
  const none = make('option', { value: '', textContent: placeholder, disabled: true, hidden: true })
  const choices = values.map((value) => make('option', { value, textContent: value }))
  main.append(none, ...choices)
  applyLooks(looks)
  const field = buildField(main, key, options, (name, value) => emit({ type: 'autofilled', name, value }))
  const change = () => emit({ type: 'changed', value: main.value })
  main.addEventListener('change', change)
  main.addEventListener('focus', () => emit({ type: 'focus' }))
  main.addEventListener('blur', () => emit({ type: 'blur' }))

  function name(texts: readonly string[] = []) {
    choices.forEach((choice, index) => {
      choice.textContent = texts[index] ?? choice.value
    })
  }
  if (key === 'expirationMonth' && typeof select === 'object') name(select.options)

  return {
    ...field,
    name,
    put(text) {
      main.value = values.find((value) => Number(value) % 100 === Number(text || NaN) % 100) ?? ''
      change()
    },
    limit: () => undefined,
    rename(text) {
      none.textContent = text
    },
    restyle: applyLooks,
  }
}
