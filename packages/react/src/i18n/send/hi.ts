export { en as hi } from './en.ts'
