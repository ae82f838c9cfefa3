import { useLocation, useNavigate } from 'react-router'
import { loginAddress } from './login-address.ts'

/** Leads to login, and from there back to this page as it stands: for an answer that nobody is signed in any more. */
export function useLogin() {
  const navigate = useNavigate()
  const here = useLocation()
  return () => navigate(loginAddress(here))
}
