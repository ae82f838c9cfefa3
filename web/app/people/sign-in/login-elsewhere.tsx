import { useLocation } from 'react-router'
import { loginAddress } from './login-address.ts'

/** How to go on with a form whose session has ended, without losing what stands in it. */
export function LoginElsewhere() {
  const here = useLocation()
  return (
    <p>
      What you entered stays here.{' '}
      <a href={loginAddress(here)} target="_blank" rel="noreferrer">
        Open login in a new tab
      </a>
      , log in there, then press the button here again.
    </p>
  )
}
