import { describeArea } from '../../../test/describeArea.ts'
import { embeddedTexts } from './embeddedTexts.ts'

describeArea(embeddedTexts, 'embedded', ['settings.passkey/de'])
