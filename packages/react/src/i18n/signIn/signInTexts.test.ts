import { describeArea } from '../../../test/describeArea.ts'
import { signInTexts } from './signInTexts.ts'

describeArea(signInTexts, 'signIn', ['site/de', 'website/de'])
