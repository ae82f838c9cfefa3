import { publish } from '../../platform/publish.ts'
import frameService from './part.ts'

publish('frameService', frameService)
