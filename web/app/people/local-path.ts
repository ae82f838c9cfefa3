/** Where to go next: a path of this site as it was asked for, or `otherwise`. Another site's address never counts. */
export function localPath(path: string | null | undefined, otherwise: string): string {
  const here = 'http://here.invalid'
  if (!path?.startsWith('/') || !URL.canParse(path, here)) return otherwise
  const { origin, pathname, search, hash } = new URL(path, here)
  const isForeign = origin !== here || pathname.startsWith('//')
  const isLogin = pathname === '/pages/login' || pathname === '/pages/logout'
  return isForeign || isLogin ? otherwise : pathname + search + hash
}
