import { publish } from '../../platform/publish.ts'
import paypalCheckout from './part.ts'

publish('paypalCheckout', paypalCheckout)
