import { publish } from '../../platform/publish.ts'
import hostedFields from './part.ts'

publish('hostedFields', hostedFields)
