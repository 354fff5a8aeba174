import { describeArea } from '../../../test/describeArea.ts'
import { fasterTexts } from './fasterTexts.ts'

describeArea(fasterTexts, 'faster')
