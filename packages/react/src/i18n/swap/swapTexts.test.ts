import { describeArea } from '../../../test/describeArea.ts'
import { swapTexts } from './swapTexts.ts'

describeArea(swapTexts, 'swap', ['gasOf/de', 'gasOf/es', 'max/fr'])
