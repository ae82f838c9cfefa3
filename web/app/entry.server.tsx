import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { nonceContext, worldContext } from '#platform/contexts.server.ts'
import { withoutSecret } from '#platform/log.server.ts'
import { Nonce } from '#ui/going.tsx'

const abortAfterMs = 10_000

/** A page as a whole: no page of ours waits for a part of itself, and pieces of two kilobytes each cost more than they hurry. */
export default function answer(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext)
  const { log } = context.get(worldContext)
  return new Promise<Response>((resolve, reject) => {
    let code = status
    const written = whole((html) => {
      clearTimeout(late)
      headers.set('Content-Type', 'text/html; charset=utf-8')
      resolve(new Response(html, { headers, status: code }))
    })
    const { pipe, abort } = renderToPipeableStream(
      <Nonce value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </Nonce>,
      {
        nonce,
        onAllReady: () => pipe(written),
        onShellError: reject,
        onError(problem) {
          code = 500
          if (!request.signal.aborted) log.error({ err: problem }, 'a page failed while it was rendered')
        },
      },
    )
    const late = setTimeout(abort, abortAfterMs).unref()
  })
}

function whole(done: (written: Uint8Array<ArrayBuffer>) => void) {
  const pieces: Uint8Array[] = []
  return new Writable({
    write(piece, _, next) {
      pieces.push(piece)
      next()
    },
    final(next) {
      done(Buffer.concat(pieces))
      next()
    },
  })
}

/** Expected answers (404, a refusal) are not failures of the site. */
export function handleError(
  problem: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(problem)) return
  context
    .get(worldContext)
    .log.error({ err: problem, url: withoutSecret(new URL(request.url).pathname) }, 'a request failed')
}
