import { Link } from 'react-router'
import type { Site } from './site.ts'
import { footerLinks } from './site-links.ts'

export function Footer({ programme }: Pick<Site, 'programme'>) {
  return (
    <footer className="foot on-surround">
      <div className="wrap">
        {programme && (
          <address>
            <b>{programme.name}</b>
            <br />
            {programme.addressLines.length > 0 && (
              <>
                {programme.addressLines.join(', ')}
                <br />
              </>
            )}
            <a href={`mailto:${programme.email}`}>{programme.email}</a>
            {programme.phone && (
              <>
                <br />
                <a href={`tel:${programme.phone.replace(/[^\d+]/g, '')}`}>{programme.phone}</a>
              </>
            )}
          </address>
        )}
        <nav aria-label="Footer">
          <ul className="foot-links">
            {footerLinks.map(({ to, name }) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          A non-profit programme. Registrations can be cancelled with a full refund up to the day of the
          event.
        </p>
      </div>
    </footer>
  )
}
