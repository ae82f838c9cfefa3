export { messages } from './es_ES.ts'
