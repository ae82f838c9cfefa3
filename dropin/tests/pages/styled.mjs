import '@courtside/dropin/dropin.css'
import dropin from '@courtside/dropin'

Object.assign(window, { braintree: { dropin } })
