import { describeArea } from '../../../test/describeArea.ts'
import { mismatchTexts } from './mismatchTexts.ts'

describeArea(mismatchTexts, 'mismatch')
