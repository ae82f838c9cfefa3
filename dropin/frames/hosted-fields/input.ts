import type { FieldKey } from '#agreed/fields.ts'
import { applyDeletion, applyEntry, applyTyping, type Entry } from './editing.ts'
import { type AutofillName, autofillPoll, buildField, buildInput, type FrameOptions } from './elements.ts'
import { fieldAttributes, format, isWhole } from './fields.ts'
import { applyLooks, type Looks } from './styles.ts'
import { openUndo } from './undo.ts'

export type Field = {
  input: HTMLInputElement | HTMLSelectElement
  description: HTMLElement
  label: HTMLElement
  /** As if filled in; clears the undo history. */
  put: (text: string) => void
  /** Maximal length; without a number the initial one. */
  limit: (length?: number) => void
  rename: (text: string) => void
  restyle: (looks: Looks) => void
  name?: (texts: readonly string[]) => void
}

export type FieldEvent =
  | { type: 'changed'; value: string }
  | { type: 'focus' | 'blur' | 'entered' }
  | { type: 'autofilled'; name: AutofillName; value: string }

/** Always shows the formatted text. */
export function openInput(
  key: FieldKey,
  options: FrameOptions,
  looks: Looks,
  emit: (event: FieldEvent) => void,
): Field {
  applyLooks(looks)
  const { input, description, label } = buildField(buildInput(key, options), key, options, (name, value) => {
    emit({ type: 'autofilled', name, value })
  })
  const { maxlength } = fieldAttributes[key]
  const mask = readMask(options)
  const undo = openUndo(input, restore)
  let limit = options.maxlength ?? maxlength
  let [value, rendered, isFocused] = ['', '', false]

  function render() {
    rendered = isFocused ? value : mask(value)
    if (input.value !== rendered) input.value = rendered
  }

  function restore(text: string) {
    const before = value
    value = text
    render()
    emit({ type: 'changed', value })
    return before
  }

  const currentOptions = () => ({ ...options, maxlength: limit })
  const fill = (text: string, caret = text.length) =>
    accept(applyEntry(key, { text, caret }, currentOptions()))
  const caretPosition = () => input.selectionEnd ?? input.value.length

  function accept({ text, caret }: Entry) {
    undo.remember(value, text)
    const isOther = text !== input.value
    restore(text)
    if (isFocused && isOther) input.setSelectionRange(caret, caret)
  }

  input.addEventListener('input', (event) => {
    const { inputType = '', data, isComposing } = event as Partial<InputEvent>
    const entry = { text: input.value, caret: caretPosition() }
    if (isComposing) {
      rendered = entry.text
      value = format(key, rendered, undefined, currentOptions())
      emit({ type: 'changed', value })
    } else if (inputType.startsWith('delete')) {
      accept(
        applyDeletion(key, value, entry, { ...currentOptions(), isForward: inputType.endsWith('Forward') }),
      )
    } else if (data?.length === 1) {
      accept(applyTyping(key, value, entry, currentOptions()))
    } else fill(entry.text, entry.caret)
  })
  input.addEventListener('compositionend', () => fill(input.value, caretPosition()))
  input.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text') ?? ''
    if (!isWhole(key, pasted)) return
    event.preventDefault()
    fill(pasted)
  })
  input.addEventListener('focus', () => {
    isFocused = true
    render()
    emit({ type: 'focus' })
  })
  input.addEventListener('blur', () => {
    isFocused = false
    const tidy = format(key, value, undefined, currentOptions())
    if (tidy !== value) restore(tidy)
    render()
    emit({ type: 'blur' })
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') emit({ type: 'entered' })
  })
  setInterval(() => {
    if (input.value !== rendered) fill(input.value)
  }, autofillPoll)

  return {
    input,
    description,
    label,
    put(text) {
      restore(format(key, text, undefined, currentOptions()))
      undo.forget()
    },
    limit(length = maxlength) {
      limit = Math.min(length, options.maxlength ?? length)
    },
    rename: (text) => {
      input.placeholder = text
    },
    restyle: applyLooks,
  }
}

function readMask({ maskInput }: FrameOptions) {
  if (!maskInput) return (value: string) => value
  const { character = '•', showLastFour = false } = maskInput === true ? {} : maskInput
  const hidden = showLastFour ? /[^\s](?=(?:\s*[^\s]){4})/g : /[^\s]/g
  return (value: string) => value.replace(hidden, character)
}
