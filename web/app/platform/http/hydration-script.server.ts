/** The hydration data as one script: React Router streams it in chunks, and renders the page again around each. */
export async function toHydrationScript(state: ReadableStream<Uint8Array> | undefined): Promise<string> {
  if (!state) return ''
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of state) text += decoder.decode(piece, { stream: true })
  const stream = 'window.__reactRouterContext.streamController'
  return `${stream}.enqueue(${asLiteral(text)});${stream}.close();`
}

const unsafeCharacters = /[&<>\u2028\u2029]/g

/** Escaped, so that user text cannot end the script. */
const asLiteral = (text: string) =>
  JSON.stringify(text).replace(
    unsafeCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
