export { en as ru } from './en.ts'
