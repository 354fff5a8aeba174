export { en as pt } from './en.ts'
