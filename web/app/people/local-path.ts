/** Where to go next: a path of this site as it was asked for, or `otherwise`. Another site's address never counts. */
export function localPath(asked: string | null | undefined, otherwise: string): string {
  const here = 'http://here.invalid'
  if (!asked?.startsWith('/') || !URL.canParse(asked, here)) return otherwise
  const { origin, pathname, search, hash } = new URL(asked, here)
  const isForeign = origin !== here || pathname.startsWith('//')
  const isLogin = pathname === '/pages/login' || pathname === '/pages/logout'
  return isForeign || isLogin ? otherwise : pathname + search + hash
}
