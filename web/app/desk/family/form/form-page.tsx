import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DeskFamily } from '#desk/family/family.server.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { FormAnswer } from '#ui/refused.tsx'

type Family = Pick<DeskFamily, 'number' | 'firstName' | 'lastName' | 'email' | 'hasSigned'>
type Props = { family: Family; title: string; answer: FormReply | undefined; children: ReactNode }

/** Form with the family's summary beside it. */
export function FormPage({ family, title, answer, children }: Props) {
  return (
    <div className="wrap family-form">
      <p className="where-am-i">
        <Link to={`/desk/families/${family.number}`}>
          Family {family.number}, <bdi>{`${family.firstName} ${family.lastName}`}</bdi>
        </Link>
      </p>
      <PageTitle>{title}</PageTitle>
      <div className="split">
        <div className="baseline form-column stack">
          <FormAnswer reply={answer} />
          {children}
        </div>
        <Stands {...family} />
      </div>
    </div>
  )
}

const Stands = ({ number, firstName, lastName, email, hasSigned }: Family) => (
  <aside className="split-side" aria-labelledby="family-stands">
    <div className="box">
      <div className="box-head on-surround">
        <h2 className="as-h3" id="family-stands">
          Family {number}
        </h2>
      </div>
      <div className="box-body stack break">
        <p>
          Account of <bdi>{`${firstName} ${lastName}`}</bdi>
        </p>
        <p>{email ?? 'No email: everything goes on paper.'}</p>
        <p>
          <Chip tone={hasSigned ? 'paid' : 'due'}>{hasSigned ? 'Release signed' : 'Release not signed'}</Chip>
        </p>
      </div>
    </div>
  </aside>
)

type Acts = {
  family: Pick<Family, 'number'>
  busy: boolean
  /** Label while submitting. */
  doing?: string
  variant?: 'ball' | 'danger'
  children: ReactNode
}

/** Submit button and link back. */
export const FormActs = ({ family, busy, doing, variant = 'ball', children }: Acts) => (
  <div className="row">
    <Button type="submit" variant={variant} busy={busy}>
      {(busy && doing) || children}
    </Button>
    <ButtonLink to={`/desk/families/${family.number}`}>Back</ButtonLink>
  </div>
)
