import { useLocation } from 'react-router'
import { loginAddress } from './login-address.ts'

/** Keeps the entered form when the session has ended. */
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
