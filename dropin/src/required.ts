import { createBundledApi } from './bundled-api.ts'

export default createBundledApi()
