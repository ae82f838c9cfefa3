/**
 * Lets a day sheet open on a court without signal. It keeps one page that has no name in it, with its scripts and
 * styles, and nothing else: what is shown there lies sealed in the browser's own store. It answers no /api and no /pages.
 */
const cacheName = 'desk-shell'
const shell = '/desk/offline'

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => event.waitUntil(keepShell()))

/** The page as it is for nobody, and every file that it names. */
async function keepShell() {
  const page = await fetch(shell, { credentials: 'omit', cache: 'no-store' })
  if (!page.ok) return
  const html = await page.clone().text()
  const files = new Set(html.match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g))
  const cache = await caches.open(cacheName)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll([...files].filter((file) => !known.has(file)))
  await cache.put(shell, page)
  for (const path of known) if (path !== shell && !files.has(path)) await cache.delete(path)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const isDesk = pathname === '/desk' || pathname.startsWith('/desk/')
  if (request.mode === 'navigate' && isDesk) event.respondWith(fetch(request).catch(() => offline(pathname)))
  else if (pathname.startsWith('/assets/')) event.respondWith(fromShell(request))
})

async function offline(pathname) {
  if (pathname === shell) return (await caches.match(shell)) ?? Response.error()
  const [, meeting] = /^\/desk\/meetings\/([\w-]+)$/.exec(pathname) ?? []
  return Response.redirect(meeting ? `${shell}?meeting=${meeting}` : shell)
}

const fromShell = async (request) => (await caches.match(request)) ?? fetch(request)
