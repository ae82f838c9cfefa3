import type { MaskitoOptions } from '@maskito/core'
import type { SyntheticEvent } from 'react'

const masked = new WeakSet<HTMLInputElement>()

/** Writes what is typed in the form of a mask, which is fetched when the field is first used. */
export function maskedBy(mask: () => Promise<MaskitoOptions>) {
  async function wear({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
    if (masked.has(input)) return
    masked.add(input)
    const loaded = await Promise.all([import('@maskito/core'), mask()]).catch(console.warn)
    // Without the network it is typed as it comes, and the next key asks again.
    if (!loaded) return masked.delete(input)
    const [{ Maskito, maskitoTransform }, options] = loaded
    new Maskito(input, options)
    // What was typed before the mask had come.
    const written = maskitoTransform(input.value, options)
    if (written !== input.value) input.value = written
  }
  return { onFocus: wear, onInput: wear }
}
