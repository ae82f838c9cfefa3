/**
 * What a page hands over to its script, as a script: React Router's own writes it in pieces, each of which the page is
 * rendered around once more.
 */
export async function handOver(state: ReadableStream<Uint8Array> | undefined): Promise<string> {
  if (!state) return ''
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of state) text += decoder.decode(piece, { stream: true })
  const stream = 'window.__reactRouterContext.streamController'
  return `${stream}.enqueue(${asLiteral(text)});${stream}.close();`
}

const marks = /[&<>\u2028\u2029]/g

/** Nothing in it ends the script, whatever somebody typed. */
const asLiteral = (text: string) =>
  JSON.stringify(text).replace(marks, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
