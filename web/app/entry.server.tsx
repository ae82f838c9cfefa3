import { renderToString } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { nonceContext, worldContext } from '#platform/contexts.server.ts'
import { handOver } from '#platform/database/hand-over.server.ts'
import { withoutSecret } from '#platform/log.server.ts'
import { Nonce } from '#ui/frame/going.tsx'
import { HandedOver } from '#ui/frame/late-scripts.tsx'

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
  const page = { ...entry, ...partOfRoutes(entry), serverHandoffStream: undefined }
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

/**
 * Of all routes those of this page and above it: React Router makes new ones of all that it gets and looks through them,
 * for each page anew, a fifth of the site's work on it.
 */
function partOfRoutes({ manifest, branches, staticHandlerContext: { matches } }: EntryContext) {
  const page = branches.find(({ routesMeta }) => routesMeta.at(-1)?.route.id === matches.at(-1)?.route.id)
  const above = branches.filter(({ path }) => page?.path.startsWith(path))
  const ids = [...matches, ...above.flatMap(({ routesMeta }) => routesMeta)].map(({ route }) => route.id)
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]))
  return { manifest: { ...manifest, routes }, branches: above }
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
