const most = 60

/** A text as a message quotes it: on one line, and cut where it is long. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line}”`
}
