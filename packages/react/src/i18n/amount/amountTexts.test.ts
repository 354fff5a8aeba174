import { describeArea } from '../../../test/describeArea.ts'
import { amountTexts } from './amountTexts.ts'

describeArea(amountTexts, 'amount')
