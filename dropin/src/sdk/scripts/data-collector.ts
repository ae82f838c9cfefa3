import { publish } from '../../platform/publish.ts'
import dataCollector from '../data-collector.ts'

publish('dataCollector', dataCollector)
