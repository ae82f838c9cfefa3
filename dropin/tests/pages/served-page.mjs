import { DropIn } from '@courtside/dropin/react'
import { createElement } from 'react'

/** A page that a server writes and a browser then takes over, as frameworks do. */
export const servedPage = (authorization) =>
  createElement(
    'main',
    null,
    createElement('h1', null, 'Pay'),
    createElement(DropIn, {
      options: { authorization, card: { cardholderName: true } },
      onInstance: (widget) => Object.assign(window, { widget }),
    }),
  )
