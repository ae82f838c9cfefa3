import type { ComponentProps } from 'react'
import { TextField as Text } from '#ui/fields/field.tsx'

/** A text of several lines, with as many rows as it needs. */
export function TextField(text: ComponentProps<typeof Text>) {
  const rows = String(text.defaultValue ?? '').split('\n').length + 1
  return <Text rows={Math.min(12, Math.max(3, rows))} {...text} />
}
