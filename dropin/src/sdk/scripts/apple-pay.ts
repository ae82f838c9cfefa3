import { publish } from '../../platform/publish.ts'
import applePay from '../apple-pay.ts'

publish('applePay', applePay)
