import { describeArea } from '../../../test/describeArea.ts'
import { sendTexts } from './sendTexts.ts'

describeArea(sendTexts, 'send', ['max/fr'])
