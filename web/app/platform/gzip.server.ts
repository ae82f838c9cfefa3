import { gzipSync } from 'node:zlib'

const worthwhile = /^(text\/|application\/(json|javascript)|image\/svg)/

/** Gzips an answer as a whole: it is there at once, and small. */
export async function gzipped(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get('Content-Type') ?? ''
  const accepted = request.headers.get('Accept-Encoding')?.includes('gzip')
  if (!accepted || !worthwhile.test(type) || !response.body || response.headers.has('Content-Encoding'))
    return response
  const zipped = gzipSync(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', 'gzip')
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  return new Response(zipped, { status: response.status, headers })
}
