import { localPath } from './local-path.ts'

/** Hands on where somebody wants to go after login, if that is a page of this site. */
export function withNext(address: string, next: string | null | undefined): string {
  const path = localPath(next, '')
  if (!path) return address
  return `${address}${address.includes('?') ? '&' : '?'}next=${encodeURIComponent(path)}`
}

/** How an address of login begins that says why somebody is led there. */
export const loginStart = '/pages/login?notice=signed-out'

/** Login for somebody who is signed out on a page that asks for it, and back to that page. */
export const loginAddress = ({ pathname, search }: { pathname: string; search: string }) =>
  withNext(loginStart, pathname + search)
