import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FormReply } from '#platform/submit.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Refused } from '#ui/refused.tsx'

type Family = { number: number; firstName: string; lastName: string }
type Props = { family: Family; title: string; answer: FormReply | undefined; children: ReactNode }

/** One act for one family: a form, and the way back. */
export function FormPage({ family, title, answer, children }: Props) {
  return (
    <div className="wrap family-form">
      <p className="where-am-i">
        <Link to={`/desk/families/${family.number}`}>
          Family {family.number}, <bdi>{`${family.firstName} ${family.lastName}`}</bdi>
        </Link>
      </p>
      <PageTitle>{title}</PageTitle>
      <div className="baseline form-column stack">
        <Refused reply={answer} />
        {children}
      </div>
    </div>
  )
}

type Acts = {
  family: Pick<Family, 'number'>
  busy: boolean
  /** What the button says meanwhile. */
  doing?: string
  variant?: 'ball' | 'danger'
  children: ReactNode
}

/** The button that sends the form, and beside it the way back to the family. */
export const FormActs = ({ family, busy, doing, variant = 'ball', children }: Acts) => (
  <div className="row">
    <Button type="submit" variant={variant} busy={busy}>
      {(busy && doing) || children}
    </Button>
    <ButtonLink to={`/desk/families/${family.number}`}>Back</ButtonLink>
  </div>
)
