import { Link } from 'react-router'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/mail.route.ts'
import { requireLocalMailbox } from './local-mailbox.server.ts'
import { findMail, listLatestMails } from './outbox.server.ts'
import './mail.css'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  requireLocalMailbox(context.get(worldContext).env, request)
  const db = context.get(dbContext)
  if (params.id) return { mail: orNotFound(await findMail(db, rowId(params.id))), mails: [] }
  return { mail: undefined, mails: await listLatestMails(db) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.mail?.subject ?? 'Kept mails')

/** The local mailbox where no SMTP server is set. */
export default function MailPage({ loaderData: { mail, mails } }: Route.ComponentProps) {
  if (mail)
    return (
      <div className="wrap">
        <PageTitle lead={`To ${mail.to}`}>{mail.subject}</PageTitle>
        <div className="baseline stack">
          <pre className="mail-text">{linked(mail.text)}</pre>
          <p className="row">
            <ButtonLink to={`/development/mail/${mail.id}/html`} external>
              Show as HTML
            </ButtonLink>
            {mail.attachments.map(({ filename }, index) => (
              <ButtonLink key={filename} to={`/development/mail/${mail.id}/pdf/${index}`} external>
                {filename}
              </ButtonLink>
            ))}
            <ButtonLink to="/development/mail" variant="bare">
              All mails
            </ButtonLink>
          </p>
        </div>
      </div>
    )
  return (
    <div className="wrap">
      <PageTitle lead="Without SMTP_URL no mail leaves this site: it is kept here. Newest first.">
        Kept mails
      </PageTitle>
      <div className="baseline">
        {mails.length ? (
          <ul className="rows">
            {mails.map(({ id, to, subject, createdAt }) => (
              <li key={id}>
                <Link className="alone" to={`/development/mail/${id}`}>
                  {subject}
                </Link>
                <p>
                  {to}, {createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <Empty title="No mails yet">Create an account, and its activation mail appears here.</Empty>
        )}
      </div>
    </div>
  )
}

function linked(text: string) {
  const parts = text.split(/(https?:\/\/\S+)/)
  return parts.map((part, place) => {
    const key = `${place} ${part}`
    return place % 2 ? (
      <a key={key} href={part}>
        {part}
      </a>
    ) : (
      <span key={key}>{part}</span>
    )
  })
}
