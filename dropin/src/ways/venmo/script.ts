import { publish } from '../../platform/publish.ts'
import venmo from './part.ts'

publish('venmo', venmo)
