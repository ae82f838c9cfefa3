import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { found } from '#platform/refusal.ts'
import type { Route } from './+types/mail-html.route.ts'
import { keptMailsOnly } from './kept-mails.server.ts'
import { mailById } from './outbox.server.ts'

/** The HTML part as a mail program would show it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  keptMailsOnly(context.get(worldContext).env, request)
  const mail = found(await mailById(context.get(dbContext), rowId(params.id)))
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  }
  return new Response(mail.html, { headers })
}
