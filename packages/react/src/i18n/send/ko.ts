export { en as ko } from './en.ts'
