import { describeArea } from '../../../test/describeArea.ts'
import { swapTexts } from './swapTexts.ts'

describeArea(swapTexts, 'swap', ['gasOf/de', 'max/fr', 'route/de'])
