// @vitest-environment happy-dom
import { checkKit } from './checkKit.js'

checkKit('happy-dom')
