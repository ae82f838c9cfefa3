const dropin = require('dropin')
const client = require('dropin/client')

Object.assign(window, { braintree: { dropin, client } })
