import ChevronDown from 'lucide-react/icons/chevron-down'
import { Form, Link, useLocation, useRouteLoaderData } from 'react-router'
import { Mark } from '#ui/drawings.tsx'
import { Menu } from '#ui/frame/menu.tsx'
import { type LayoutFrame, useSite } from '#ui/frame/site.ts'
import { type DeskData, deskLinks, personalDeskLinks } from './desk-links.ts'

/** Shows the links that the member's roles open. */
function DeskHeader() {
  const desk = useRouteLoaderData<DeskData>('desk')
  const site = useSite()
  const [first] = (site?.programme?.name ?? 'Courtside').split(' ')
  return (
    <header className="top desk-top on-surround">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="wrap">
        <Link className="name" to="/desk">
          <Mark logo={site?.programme?.logo} />
          <span>{first}</span>
          <span className="at">Desk</span>
        </Link>
        <nav aria-label="Desk">
          <ul className="links">
            <DeskLinks />
          </ul>
        </nav>
        <Menu label={<MenuLabel name={desk?.name ?? 'Menu'} />}>
          <ul className="narrow">
            <DeskLinks />
          </ul>
          <ul className="menu-list">
            <li>
              <Link to="/desk/help">How the desk works</Link>
            </li>
            {personalDeskLinks(desk?.roles ?? new Set()).map(({ to, name }) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
            <li>
              <Link to="/">The families’ site</Link>
            </li>
            <li>
              <Form method="post" action="/pages/logout">
                <input type="hidden" name="account" value={site?.visitor?.accountId} />
                <button type="submit">Log out</button>
              </Form>
            </li>
          </ul>
        </Menu>
      </div>
    </header>
  )
}

function MenuLabel({ name }: { name: string }) {
  return (
    <>
      <bdi className="wide">{name}</bdi>
      <span className="narrow">Menu</span>
      <ChevronDown aria-hidden size="1.25em" />
    </>
  )
}

function DeskLinks() {
  const { pathname } = useLocation()
  const desk = useRouteLoaderData<DeskData>('desk')
  const links = deskLinks(desk?.roles ?? new Set())
  const isHere = (to: string) => (to === '/desk' ? pathname === to : pathname.startsWith(to))
  return links.map(({ to, name }) => (
    <li key={to}>
      <Link to={to} aria-current={isHere(to) ? 'page' : undefined}>
        {name}
      </Link>
    </li>
  ))
}

const DeskFooter = () => (
  <footer className="foot desk-foot on-surround">
    <div className="wrap">
      <p>What you do at the desk is kept in the log, with your name and the time.</p>
      <p>
        <Link to="/desk/help">How the desk works</Link>
      </p>
    </div>
  </footer>
)

export const deskFrame: LayoutFrame['frame'] = {
  Header: DeskHeader,
  Footer: DeskFooter,
  home: { to: '/desk', name: 'Go to Today' },
}
