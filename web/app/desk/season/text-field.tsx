import type { ComponentProps } from 'react'
import { TextField as Text } from '#ui/fields/field.tsx'

/** Grows with its text. */
export function TextField(text: ComponentProps<typeof Text>) {
  const rows = String(text.defaultValue ?? '').split('\n').length + 1
  return <Text rows={Math.min(12, Math.max(3, rows))} {...text} />
}
