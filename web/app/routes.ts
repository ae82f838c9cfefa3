import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** The site map. What stands in the layout `signed-in` asks to log in first, in `desk` for a member too. */
export default [
  index('events/season.route.tsx'),
  ...prefix('pages', [
    route('login', 'people/accounts/login.route.tsx'),
    route('logout', 'leaving/logout.route.tsx'),
    route('register', 'people/accounts/register.route.tsx'),
    route('confirm/:token?', 'people/accounts/confirm.route.tsx'),
    route('forget/password', 'people/accounts/forget-password.route.tsx'),
    route('reset-password/:token?', 'people/accounts/reset-password.route.tsx'),
    route('confirm-email/:token?', 'people/accounts/confirm-email.route.tsx'),
    route('confirm-guardian/:token?', 'people/care/confirm-guardian.route.tsx'),
    layout('people/signed-in.route.ts', [
      route('account', 'people/accounts/account.route.tsx'),
      route('account/data', 'leaving/account-data.route.ts'),
      route('account/delete', 'leaving/delete-account.route.tsx'),
      route('emergency-contact', 'people/emergency-contact.route.tsx'),
      route('family-players', 'registrations/family-players.route.tsx'),
      route('family-players/:playerId', 'people/player.route.tsx'),
      route('family-players/:playerId/delete', 'registrations/delete-player.route.tsx'),
      route('family-players/:playerId/care', 'meetings/care/player-care.route.tsx'),
      route('cart', 'cart/cart.route.tsx'),
      route('checkout', 'checkout/checkout.route.tsx'),
      route('order/success/:id', 'checkout/order-success.route.tsx'),
      route('registration-history', 'history/registration-history.route.tsx'),
      route('invoice/unpaid-invoice/:userId/:year', 'registrations/unpaid-invoice.route.tsx'),
      route('invoice/receipt/:userId/:transactionId', 'registrations/receipt.route.tsx'),
      route(
        'invoice/cash-receipt/:eventId/:eventType/:registrationId/:personId/:userId',
        'registrations/cash-receipt.route.tsx',
      ),
    ]),
    // Signed out it leads to login and back to the page that has its link: a file is no place to come back to.
    route('registration-history/calendar', 'registrations/calendar.route.ts'),
    layout('donations/donate.route.tsx', [
      route('donate', 'donations/cause.route.tsx', { id: 'donate' }),
      route('donate-bottinelli', 'donations/cause.route.tsx', { id: 'donate-bottinelli' }),
    ]),
    route('donate/success/:id', 'donations/donate-success.route.tsx'),
    route('donate/receipt/:id', 'donations/donation-receipt.route.tsx'),
    route('staff', 'events/staff.route.tsx'),
    route('staff/:id/picture/:version', 'events/staff-picture.route.ts'),
    route('policy', 'policy/policy.route.tsx'),
    route('reliability', 'operating/reliability.route.tsx'),
    route(':kind/:id', 'registrations/event.route.tsx'),
  ]),
  ...prefix('desk', [
    layout('desk/desk.route.tsx', { id: 'desk' }, [
      index('desk/today.route.tsx'),
      route('families', 'desk/families.route.tsx'),
      route('team', 'desk/team.route.tsx'),
    ]),
  ]),
  route('development/mail/:id?', 'mail/mail.route.tsx'),
  route('development/mail/:id/html', 'mail/mail-html.route.ts'),
  route('development/mail/:id/pdf/:index', 'mail/mail-pdf.route.ts'),
  route('sitemap.xml', 'events/sitemap.route.ts'),
  route('robots.txt', 'robots.route.ts'),
  route('invoice/*', 'registrations/bare-invoice.route.ts'),
  route('*', 'lost.route.tsx'),
] satisfies RouteConfig
