import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createGzip } from 'node:zlib'

const worthwhile = /^(text\/|application\/(json|javascript)|image\/svg)/

/** Gzips a streamed answer without holding its first bytes back. */
export function gzipStream(request: Request, response: Response): Response {
  const type = response.headers.get('Content-Type') ?? ''
  const accepted = request.headers.get('Accept-Encoding')?.includes('gzip')
  if (!response.body || !accepted || !worthwhile.test(type) || response.headers.has('Content-Encoding'))
    return response
  const plain = Readable.fromWeb(response.body as NodeReadableStream)
  const zipped = createGzip({ flush: constants.Z_SYNC_FLUSH })
  plain.on('error', (problem) => zipped.destroy(problem))
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', 'gzip')
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  const body = Readable.toWeb(plain.pipe(zipped)) as ReadableStream
  return new Response(body, { status: response.status, headers })
}
