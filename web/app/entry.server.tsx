import { renderToString } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { nonceContext, worldContext } from '#platform/contexts.server.ts'
import { toHydrationScript } from '#platform/http/hydration-script.server.ts'
import { withoutSecret } from '#platform/log.server.ts'
import { HydrationScript } from '#ui/frame/late-scripts.tsx'
import { Nonce } from '#ui/frame/navigation.tsx'

/** Renders to a string: no page of ours suspends, and streaming takes three times as long. */
export default async function answer(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext)
  const page = { ...entry, ...pickRoutes(entry), serverHandoffStream: undefined }
  const html = renderToString(
    <Nonce value={nonce}>
      <HydrationScript value={await toHydrationScript(entry.serverHandoffStream)}>
        <ServerRouter context={page} url={request.url} nonce={nonce} />
      </HydrationScript>
    </Nonce>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${html}`, { headers, status })
}

/** The page's routes and their parents only: React Router copies and searches all, a fifth of the work on a page. */
function pickRoutes({ manifest, branches, staticHandlerContext: { matches } }: EntryContext) {
  const page = branches.find(({ routesMeta }) => routesMeta.at(-1)?.route.id === matches.at(-1)?.route.id)
  const above = branches.filter(({ path }) => page?.path.startsWith(path))
  const ids = [...matches, ...above.flatMap(({ routesMeta }) => routesMeta)].map(({ route }) => route.id)
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]))
  return { manifest: { ...manifest, routes }, branches: above }
}

/** Expected answers (404, a refusal) are not logged. */
export function handleError(
  problem: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(problem)) return
  context
    .get(worldContext)
    .log.error({ err: problem, url: withoutSecret(new URL(request.url).pathname) }, 'a request failed')
}
