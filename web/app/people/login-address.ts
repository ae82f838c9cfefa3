import { localPath } from './local-path.ts'

/** Hands on where somebody wants to go after login, if that is a page of this site. */
export function withNext(address: string, next: string | null | undefined): string {
  const path = localPath(next, '')
  if (!path) return address
  return `${address}${address.includes('?') ? '&' : '?'}next=${encodeURIComponent(path)}`
}

/** Login for somebody who is signed out on a page that asks for it, and back to that page. */
export const loginAddress = ({ pathname, search }: { pathname: string; search: string }) =>
  withNext('/pages/login?notice=signed-out', pathname + search)
