import { useLocation, useNavigate } from 'react-router'
import { loginAddress } from './login-address.ts'

/** For a reply that the session has ended; returns to this page. */
export function useLogin() {
  const navigate = useNavigate()
  const here = useLocation()
  return () => navigate(loginAddress(here))
}
