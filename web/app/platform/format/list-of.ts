let format: Intl.ListFormat | undefined

/** "Pip", "Pip and Juno", "Pip, Juno, and Robin" */
export function listOf(words: string[]): string {
  format ??= new Intl.ListFormat('en-US')
  return format.format(words)
}
