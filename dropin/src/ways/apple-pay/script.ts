import { publish } from '../../platform/publish.ts'
import applePay from './part.ts'

publish('applePay', applePay)
