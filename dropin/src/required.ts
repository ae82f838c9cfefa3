import { createBundledApi } from './modules.ts'

export default createBundledApi()
