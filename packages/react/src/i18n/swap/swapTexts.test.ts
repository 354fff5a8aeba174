import { describeArea } from '../../../test/describeArea.ts'
import { swapTexts } from './swapTexts.ts'

describeArea(swapTexts, async (language) => (await import(`./${language}.ts`))[language], [
  'gasOf/de',
  'gasOf/es',
  'max/fr',
])
