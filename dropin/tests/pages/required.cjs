const dropin = require('@courtside/dropin')
const client = require('@courtside/dropin/client')

Object.assign(window, { braintree: { dropin, client } })
