import { publish } from '../../platform/publish.ts'
import googlePayment from './part.ts'

publish('googlePayment', googlePayment)
