import { publish } from '../../platform/publish.ts'
import venmo from '../venmo.ts'

publish('venmo', venmo)
