import { requireLocalMailbox } from '#mail/local-mailbox.server.ts'
import { findMail } from '#mail/outbox.server.ts'
import { calendarType } from '#mail/send-mails.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import type { Route } from './+types/mail-pdf.route.ts'
import { renderPdf } from './pdf.server.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  requireLocalMailbox(context.get(worldContext).env, request)
  const mail = orNotFound(await findMail(context.get(dbContext), rowId(params.id)))
  const attachment = orNotFound(mail.attachments[rowId(params.index)])
  const { filename, paper, calendar } = attachment
  const content = paper ? await renderPdf(paper) : calendar
  if (!content) throw new Response('No packaged font has every letter of this paper.', { status: 404 })
  const headers = {
    'Content-Type': paper ? 'application/pdf' : calendarType,
    'Content-Disposition': `inline; filename="${filename}"`,
  }
  return new Response(typeof content === 'string' ? content : new Uint8Array(content), { headers })
}
