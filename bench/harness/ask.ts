import { type Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

export type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }
type Ask = { agent: Agent; method?: string; headers?: OutgoingHttpHeaders; text?: string }

/** Decompresses the answer, as a browser does. */
export function ask(url: string, { agent, method = 'GET', headers, text }: Ask): Promise<Answer> {
  const length = text === undefined ? {} : { 'Content-Length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const common = { Accept: 'text/html,*/*', 'Accept-Encoding': 'gzip' }
    const options = { agent, method, headers: { ...common, ...length, ...headers } }
    const asking = request(url, options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const body = String(answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
      })
    })
    asking.on('error', (problem) => reject(new Error(`${new URL(url).pathname}: ${problem.message}`)))
    asking.end(text)
  })
}
