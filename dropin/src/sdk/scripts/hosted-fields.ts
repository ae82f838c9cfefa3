import { publish } from '../../platform/publish.ts'
import hostedFields from '../hosted-fields.ts'

publish('hostedFields', hostedFields)
