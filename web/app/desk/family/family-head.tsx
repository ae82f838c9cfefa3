import { Link } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import type { DeskFamily, WholeFamily } from './family.server.ts'

type Props = {
  family: DeskFamily
  parent: WholeFamily['parent']
  mayRegister: boolean
  /** The member's own family. */
  isOwn: boolean
}

export function FamilyHead({ family, parent, mayRegister, isOwn }: Props) {
  const { number, firstName, lastName, email } = family
  return (
    <div className="band on-court family-head">
      <div className="wrap">
        <p className="where-am-i">
          <Link to="/desk/families">Families</Link>
        </p>
        <h1>
          <bdi>{lastName}</bdi>
        </h1>
        <dl className="bits">
          <Detail name="Family">{number}</Detail>
          <Detail name="Account of">
            <bdi>{`${firstName} ${lastName}`}</bdi>
          </Detail>
          <Detail name="Email">
            {email ? <a href={`mailto:${email}`}>{email}</a> : 'None: everything goes on paper'}
          </Detail>
          <Detail name="Call">
            <bdi>{`${parent.firstName} ${parent.lastName}`}</bdi>
            {parent.phone && (
              <>
                {' '}
                <a href={`tel:${parent.phone.replace(/\D/g, '')}`} className="unbroken">
                  {parent.phone}
                </a>
              </>
            )}
          </Detail>
        </dl>
        {isOwn && <p className="small">This is your own family. What you do here is marked so in the log.</p>}
        <p className="row acts-of-family">
          {mayRegister && (
            <ButtonLink variant="ball" to={`/desk/families/${number}/register`}>
              Register a player
            </ButtonLink>
          )}
          {mayRegister && <ButtonLink to={`/desk/families/${number}/waiting-list`}>Waiting list</ButtonLink>}
          <ButtonLink to={`/desk/families/${number}/money`}>Record money</ButtonLink>
          {mayRegister && <ButtonLink to={`/desk/families/${number}/edit`}>Edit the family</ButtonLink>}
          {mayRegister && <ButtonLink to={`/desk/families/${number}/merge`}>It is here twice</ButtonLink>}
        </p>
      </div>
    </div>
  )
}

function Detail({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
