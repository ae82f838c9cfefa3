import { renderToString } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { nonceContext, worldContext } from '#platform/contexts.server.ts'
import { handOver } from '#platform/hand-over.server.ts'
import { withoutSecret } from '#platform/log.server.ts'
import { Nonce } from '#ui/going.tsx'
import { HandedOver } from '#ui/late-scripts.tsx'

/**
 * A page as a whole, in one go: no page of ours waits for a part of itself, and a stream of pieces takes three times as
 * long to write.
 */
export default async function answer(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext)
  const page = { ...entry, branches: branchesOf(entry), serverHandoffStream: undefined }
  const html = renderToString(
    <Nonce value={nonce}>
      <HandedOver value={await handOver(entry.serverHandoffStream)}>
        <ServerRouter context={page} url={request.url} nonce={nonce} />
      </HandedOver>
    </Nonce>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${html}`, { headers, status })
}

/** Those of this page and above it. React Router tries all that it gets on each page anew: a fifth of the site's work. */
function branchesOf({ branches, staticHandlerContext: { matches } }: EntryContext) {
  const page = branches.find(({ routesMeta }) => routesMeta.at(-1)?.route.id === matches.at(-1)?.route.id)
  return branches.filter(({ path }) => page?.path.startsWith(path))
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
