export { messages } from './fr_FR.ts'
