import { dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Route } from './+types/mail-pdf.route.ts'
import { keptMailsOnly } from './kept-mails.server.ts'
import { mailById } from './outbox.server.ts'
import { pdfOf } from './pdf.server.ts'

/** An attachment of a kept mail, set as it is when the mail is sent. */
export async function loader({ params, context }: Route.LoaderArgs) {
  keptMailsOnly(context.get(worldContext).env)
  const mail = /^\d{1,9}$/.test(params.id)
    ? await mailById(context.get(dbContext), Number(params.id))
    : undefined
  const attachment = mail?.attachments[Number(params.index)]
  if (!attachment) throw new Response('We could not find that.', { status: 404 })
  const pdf = await pdfOf(attachment.paper)
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${attachment.filename}"`,
  }
  return new Response(new Uint8Array(pdf), { headers })
}
