import { Link } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import type { DeskFamily, WholeFamily } from './family.server.ts'

type Props = {
  family: DeskFamily
  parent: WholeFamily['parent']
  mayRegister: boolean
  /** The member looks at the member's own family. */
  isOwn: boolean
}

/** The court band: whose family it is, and how to reach it. */
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
          <Bit name="Family">{number}</Bit>
          <Bit name="Account of">
            <bdi>{`${firstName} ${lastName}`}</bdi>
          </Bit>
          <Bit name="Email">
            {email ? <a href={`mailto:${email}`}>{email}</a> : 'None: everything goes on paper'}
          </Bit>
          <Bit name="Call">
            <bdi>{`${parent.firstName} ${parent.lastName}`}</bdi>
            {parent.phone && (
              <>
                {' '}
                <a href={`tel:${parent.phone.replace(/\D/g, '')}`} className="unbroken">
                  {parent.phone}
                </a>
              </>
            )}
          </Bit>
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

function Bit({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
