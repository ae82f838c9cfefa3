import { publish } from '../../platform/publish.ts'
import client from '../client.ts'

publish('client', client)
