import latin from '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import type { ReactNode } from 'react'
import {
  Link,
  Links,
  Meta,
  type MetaFunction,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { visitorContext } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { usualAccent } from '#platform/format/accent.ts'
import { programmeOnPages } from '#platform/settings/programme.db.server.ts'
import { useCart } from '#registrations/cart.ts'
import { Footer } from '#ui/frame/footer.tsx'
import { Header } from '#ui/frame/header.tsx'
import { LateScripts } from '#ui/frame/late-scripts.tsx'
import {
  Offline,
  PressRecorder,
  Progress,
  useFocusAfterNavigation,
  useReloadWhenRestored,
  useReplayedPress,
} from '#ui/frame/navigation.tsx'
import { pageMeta, type Site, useLayoutFrame, useSite } from '#ui/frame/site.ts'
import everyPage from '#ui/styles/every-page.css?url'
import { ToastRegion } from '#ui/toast.tsx'
import type { Route } from './+types/root'
import { describeError } from './error-boundary.tsx'

export { ErrorBoundary } from './error-boundary.tsx'

export async function loader({ context }: Route.LoaderArgs): Promise<Site> {
  return {
    siteUrl: context.get(worldContext).env.siteUrl,
    isDemo: context.get(worldContext).env.isDemo,
    programme: await programmeOnPages(context.get(dbContext)),
    visitor: context.get(visitorContext) ?? null,
  }
}

/** Programme and visitor change by successful forms only (log-in, log-out), not by navigation. */
export const shouldRevalidate = ({ formMethod, actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined && formMethod !== 'GET' && actionStatus < 400

export const meta: MetaFunction = ({ matches, error }) =>
  pageMeta(matches, error === undefined ? undefined : describeError(error).title)

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: latin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: everyPage },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite()
  const account = site?.visitor?.accountId
  const frame = useLayoutFrame()
  const accent = site?.programme?.accent
  useFocusAfterNavigation()
  useReloadWhenRestored(Boolean(account))
  useReplayedPress()
  return (
    <html lang="en-US">
      <head>
        <meta charSet="utf-8" />
        <PressRecorder />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={accent ?? usualAccent} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={accent ?? '#0c2f21'} />
        <Meta />
        <Links nonce={import.meta.env.DEV ? '' : undefined} />
        {accent && <link rel="stylesheet" href={`/accent/${accent.slice(1)}.css`} />}
      </head>
      <body>
        {site?.isDemo && <Demo />}
        {frame ? (
          <frame.Header />
        ) : (
          <Header
            name={site?.programme?.name ?? 'Courtside'}
            logo={site?.programme?.logo}
            account={account}
            isWaiting={site?.visitor?.isWaiting ?? false}
            cart={<CartLink owner={account} />}
          />
        )}
        <Offline />
        <main id="main" tabIndex={-1}>
          <Progress />
          {children}
        </main>
        {frame ? <frame.Footer /> : <Footer programme={site?.programme ?? null} />}
        <ToastRegion />
        <ScrollRestoration />
        <LateScripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** The count keeps its space while empty, against a layout shift. */
function CartLink({ owner }: { owner: string | undefined }) {
  const { pathname } = useLocation()
  const count = useCart(owner).length
  return (
    <Link className="cart" to="/pages/cart" aria-current={pathname === '/pages/cart' || undefined}>
      <ShoppingCart aria-hidden size="1.25em" />
      <span className="cart-word">Cart</span>
      <span className="count">
        {count > 0 && (
          <>
            {count}
            <span className="visually-hidden"> {count === 1 ? 'item' : 'items'}</span>
          </>
        )}
      </span>
    </Link>
  )
}

const Demo = () => (
  <aside className="demo" aria-label="Demo">
    <p className="wrap">
      This is a demo. No card is charged and no place is real: enter no names of real children.
    </p>
  </aside>
)
