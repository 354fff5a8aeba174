import { resolve } from 'node:path'
import { writeTexts } from './writeTexts.ts'

// npm run catalogs: compiles the modal's catalogs. Every npm command and every test run does so first.

writeTexts(resolve(import.meta.dirname, '../..'))
