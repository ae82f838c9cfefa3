let format: Intl.ListFormat | undefined

export function formatList(items: string[]): string {
  format ??= new Intl.ListFormat('en-US')
  return format.format(items)
}
