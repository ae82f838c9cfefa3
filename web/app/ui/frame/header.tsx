import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { Mark } from '#ui/drawings.tsx'
import { Menu } from './menu.tsx'
import { accountLinks, programmeLinks, type SiteLink } from './site-links.ts'

type Props = {
  name: string
  logo: string | null | undefined
  account: string | undefined
  isWaiting: boolean
  cart: ReactNode
}

/** Below 62rem its links move into the menu. */
export function Header({ name, logo, account, isWaiting, cart }: Props) {
  const [first, ...rest] = name.split(' ')
  return (
    <header className="top on-surround">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="wrap">
        <Link className="name" to="/">
          <Mark logo={logo} />
          <span>
            {first} <small>{rest.join(' ')}</small>
          </span>
        </Link>
        <nav aria-label="Programme">
          <ul className="links">
            <Items links={programmeLinks} />
          </ul>
        </nav>
        {account ? cart : <GuestLinks />}
        <Menu className={account ? undefined : 'narrow'} label={<MenuLabel />}>
          <ul className="narrow">
            <Items links={programmeLinks} />
          </ul>
          {account ? <AccountLinks account={account} isWaiting={isWaiting} /> : <CreateAccountLinks />}
        </Menu>
      </div>
    </header>
  )
}

function MenuLabel() {
  return (
    <>
      <span className="wide">My Account</span>
      <span className="narrow">Menu</span>
      <ChevronDown aria-hidden size="1.25em" />
    </>
  )
}

/** After signing in they return to the open event, or to the page that `next` names. */
function useGuestLinks() {
  const { pathname, search } = useLocation()
  const isEvent = /^\/pages\/\w+\/\d+$/.test(pathname)
  const next = isEvent ? pathname : new URLSearchParams(search).get('next')
  const link = (path: string, name: string) => ({
    to: next ? `${path}?next=${encodeURIComponent(next)}` : path,
    name,
    within: path,
  })
  return { login: link('/pages/login', 'Login'), createAccount: link('/pages/register', 'Create Account') }
}

function GuestLinks() {
  const { login, createAccount } = useGuestLinks()
  return (
    <nav aria-label="Account" className="guest-nav">
      <ul className="guest">
        <Items links={[login, createAccount]} />
      </ul>
    </nav>
  )
}

const CreateAccountLinks = () => (
  <ul className="menu-list">
    <Items links={[useGuestLinks().createAccount]} />
  </ul>
)

const AccountLinks = ({ account, isWaiting }: { account: string; isWaiting: boolean }) => (
  <ul className="menu-list">
    <Items links={accountLinks(isWaiting)} />
    <li>
      <Form method="post" action="/pages/logout">
        <input type="hidden" name="account" value={account} />
        <button type="submit">Log out</button>
      </Form>
    </li>
  </ul>
)

function Items({ links }: { links: SiteLink[] }) {
  const { pathname } = useLocation()
  return links.map(({ to, name, within = to }) => (
    <li key={to}>
      <Link to={to} aria-current={pathname.startsWith(within) || undefined}>
        {name}
      </Link>
    </li>
  ))
}
