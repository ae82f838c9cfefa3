import { keptMailsOnly } from '#mail/kept-mails.server.ts'
import { mailById } from '#mail/outbox.server.ts'
import { calendarType } from '#mail/send-mails.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { found } from '#platform/refusal.ts'
import type { Route } from './+types/mail-pdf.route.ts'
import { pdfOf } from './pdf.server.ts'

/** An attachment of a kept mail, set as it is when the mail is sent. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  keptMailsOnly(context.get(worldContext).env, request)
  const mail = found(await mailById(context.get(dbContext), rowId(params.id)))
  const attachment = found(mail.attachments[rowId(params.index)])
  const { filename, paper, calendar } = attachment
  const content = paper ? await pdfOf(paper) : calendar
  if (!content) throw new Response('No packaged font has every letter of this paper.', { status: 404 })
  const headers = {
    'Content-Type': paper ? 'application/pdf' : calendarType,
    'Content-Disposition': `inline; filename="${filename}"`,
  }
  return new Response(typeof content === 'string' ? content : new Uint8Array(content), { headers })
}
