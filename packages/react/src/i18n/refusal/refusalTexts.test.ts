import { describeArea } from '../../../test/describeArea.ts'
import { refusalTexts } from './refusalTexts.ts'

describeArea(refusalTexts, 'refusal')
