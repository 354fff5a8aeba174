import { describeArea } from '../../../test/describeArea.ts'
import { buyTexts } from './buyTexts.ts'

describeArea(buyTexts, 'buy')
