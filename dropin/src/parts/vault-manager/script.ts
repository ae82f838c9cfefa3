import { publish } from '../../platform/publish.ts'
import vaultManager from './part.ts'

publish('vaultManager', vaultManager)
