import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { isForAllContext, nonceContext, worldContext } from '#platform/contexts.server.ts'
import { withoutSecret } from '#platform/log.server.ts'
import { Nonce } from '#ui/going.tsx'

const abortAfterMs = 10_000

export default function answer(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext)
  const isForAll = context.get(isForAllContext)
  const { log } = context.get(worldContext)
  return new Promise<Response>((resolve, reject) => {
    const isWhole = isForAll || isbot(request.headers.get('user-agent')) || entry.isSpaMode
    const ready = isWhole ? 'onAllReady' : 'onShellReady'
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <Nonce value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </Nonce>,
      {
        nonce,
        [ready]() {
          const body = new PassThrough()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
          pipe(body)
        },
        onShellError: reject,
        onError(problem) {
          code = 500
          if (!request.signal.aborted) log.error({ err: problem }, 'a page failed while it was rendered')
        },
      },
    )
    setTimeout(abort, abortAfterMs).unref()
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
