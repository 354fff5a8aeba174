import { describeArea } from '../../../test/describeArea.ts'
import { namesTexts } from './namesTexts.ts'

// A name is a name in German, too.
describeArea(namesTexts, 'names', ['label/de'])
