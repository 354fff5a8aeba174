import { describeArea } from '../../../test/describeArea.ts'
import { accountTexts } from './accountTexts.ts'

describeArea(accountTexts, 'account', ['nfts/de', 'nfts/pt', 'tokens/es', 'tokens/pt'])
