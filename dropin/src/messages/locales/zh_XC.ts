export { messages } from './zh_TW.ts'
