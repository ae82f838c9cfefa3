import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import type { Route } from './+types/mail-html.route.ts'
import { requireLocalMailbox } from './local-mailbox.server.ts'
import { findMail } from './outbox.server.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  requireLocalMailbox(context.get(worldContext).env, request)
  const mail = orNotFound(await findMail(context.get(dbContext), rowId(params.id)))
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  }
  return new Response(mail.html, { headers })
}
