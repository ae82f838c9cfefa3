import type { MaskitoOptions } from '@maskito/core'
import type { SyntheticEvent } from 'react'

const masked = new WeakSet<HTMLInputElement>()

/** The mask is loaded on first use of the field. */
export function maskedBy(mask: () => Promise<MaskitoOptions>) {
  async function wear({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
    if (masked.has(input)) return
    masked.add(input)
    const loaded = await Promise.all([import('@maskito/core'), mask()]).catch(console.warn)
    // Offline the value stays unmasked, and the next key tries again.
    if (!loaded) return masked.delete(input)
    const [{ Maskito, maskitoTransform }, options] = loaded
    new Maskito(input, options)
    rewrite(input, maskitoTransform(input.value, options))
  }
  return { onFocus: wear, onInput: wear }
}

/** Masks what was typed before, with an input event. Caret and selection keep their distance from the end. */
function rewrite(input: HTMLInputElement, written: string) {
  const { value, selectionStart, selectionEnd } = input
  if (written === value) return
  input.value = written
  input.dispatchEvent(new Event('input', { bubbles: true }))
  if (input !== document.activeElement) return
  const moved = (place: number | null) => Math.max(0, written.length - value.length + (place ?? value.length))
  input.setSelectionRange(moved(selectionStart), moved(selectionEnd))
}
