import { publish } from '../../platform/publish.ts'
import googlePayment from '../google-payment.ts'

publish('googlePayment', googlePayment)
