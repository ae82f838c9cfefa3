import { gzipSync } from 'node:zlib'

const worthwhile = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/

export const isCompressible = (headers: Headers) => worthwhile.test(headers.get('Content-Type') ?? '')

/** Gzips a whole response, since ours are small. The plain one gets `Vary` too. */
export async function gzipped(request: Request, response: Response): Promise<Response> {
  if (!isCompressible(response.headers)) return response
  const accepted = request.headers.get('Accept-Encoding')?.includes('gzip')
  if (!accepted || !response.body || response.headers.has('Content-Encoding')) {
    response.headers.append('Vary', 'Accept-Encoding')
    return response
  }
  const zipped = gzipSync(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', 'gzip')
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  return new Response(zipped, { status: response.status, headers })
}
