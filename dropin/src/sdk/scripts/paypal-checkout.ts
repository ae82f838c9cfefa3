import { publish } from '../../platform/publish.ts'
import paypalCheckout from '../paypal-checkout.ts'

publish('paypalCheckout', paypalCheckout)
