import { dropinOfModules } from './modules.ts'

export default dropinOfModules()
