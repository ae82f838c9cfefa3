import { useActionData } from 'react-router'
import { ErrorBoundary } from '#error-boundary.tsx'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { Refused } from '#ui/refused.tsx'

/**
 * For a plain POST whose subject was deleted meanwhile: the reason, and the typed values. With JavaScript the form
 * itself stays.
 */
export function FormGone() {
  const reply = useActionData<FormReply>()
  if (!reply?.refused) return <ErrorBoundary />
  const typed = typedFields.filter(([name]) => reply.values?.[name])
  return (
    <div className="wrap family-form">
      <PageTitle>Nothing was done</PageTitle>
      <div className="baseline form-column stack">
        <Refused reply={reply} />
        {typed.length > 0 && (
          <>
            <h2>What you typed</h2>
            <dl className="place-sums">
              {typed.map(([name, label]) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>{reply.values?.[name]}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        <p className="row">
          <ButtonLink to="/desk/families">Families</ButtonLink>
        </p>
      </div>
    </div>
  )
}

const typedFields = [
  ['amount', 'Sum'],
  ['received', 'Received on'],
  ['given', 'Given on'],
  ['reference', 'Number'],
  ['note', 'Note'],
  ['words', 'In your words'],
] as const
