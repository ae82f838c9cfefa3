import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** The site map. */
export default [
  index('events/season.route.tsx'),
  ...prefix('pages', [
    route('cart', 'checkout/cart.route.tsx'),
    route('checkout', 'checkout/checkout.route.tsx'),
    route('order/success/:id', 'checkout/order-success.route.tsx'),
    route('registration-history', 'registrations/registration-history.route.tsx'),
    route('invoice/unpaid-invoice/:userId/:year', 'registrations/unpaid-invoice.route.tsx'),
    route('invoice/receipt/:userId/:transactionId', 'registrations/receipt.route.tsx'),
    route(
      'invoice/cash-receipt/:eventId/:eventType/:registrationId/:personId/:userId',
      'registrations/cash-receipt.route.tsx',
    ),
    route(':kind/:id', 'registrations/event.route.tsx'),
  ]),
  route('invoice/*', 'registrations/bare-invoice.route.ts'),
] satisfies RouteConfig
