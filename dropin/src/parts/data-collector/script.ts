import { publish } from '../../platform/publish.ts'
import dataCollector from './part.ts'

publish('dataCollector', dataCollector)
