import { publish } from '../../platform/publish.ts'
import vaultManager from '../vault-manager.ts'

publish('vaultManager', vaultManager)
