export { messages } from './zh_CN.ts'
