// @vitest-environment jsdom
import { checkKit } from './checkKit.js'

checkKit('jsdom')
