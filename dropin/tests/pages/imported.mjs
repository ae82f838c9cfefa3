import dropin, { create } from '@courtside/dropin'

Object.assign(window, { braintree: { dropin: { ...dropin, create } } })
