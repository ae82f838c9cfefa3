import { publish } from '../../platform/publish.ts'
import threeDSecure from '../three-d-secure.ts'

publish('threeDSecure', threeDSecure)
