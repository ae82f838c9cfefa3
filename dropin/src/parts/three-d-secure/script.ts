import { publish } from '../../platform/publish.ts'
import threeDSecure from './part.ts'

publish('threeDSecure', threeDSecure)
