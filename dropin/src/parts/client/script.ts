import { publish } from '../../platform/publish.ts'
import client from './part.ts'

publish('client', client)
