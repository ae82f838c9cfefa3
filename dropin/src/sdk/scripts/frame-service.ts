import { publish } from '../../platform/publish.ts'
import frameService from '../frame-service.ts'

publish('frameService', frameService)
