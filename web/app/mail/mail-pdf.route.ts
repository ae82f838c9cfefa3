import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { rowId } from '#platform/page.server.ts'
import { found } from '#platform/refusal.ts'
import type { Route } from './+types/mail-pdf.route.ts'
import { keptMailsOnly } from './kept-mails.server.ts'
import { mailById } from './outbox.server.ts'
import { pdfOf } from './pdf.server.ts'

/** An attachment of a kept mail, set as it is when the mail is sent. */
export async function loader({ params, context }: Route.LoaderArgs) {
  keptMailsOnly(context.get(worldContext).env)
  const mail = found(await mailById(context.get(dbContext), rowId(params.id)))
  const attachment = found(mail.attachments[rowId(params.index)])
  const pdf = await pdfOf(attachment.paper)
  if (!pdf) throw new Response('No packaged font has every letter of this paper.', { status: 404 })
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${attachment.filename}"`,
  }
  return new Response(new Uint8Array(pdf), { headers })
}
