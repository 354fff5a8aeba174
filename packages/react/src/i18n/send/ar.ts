export { en as ar } from './en.ts'
