import { describeArea } from '../../../test/describeArea.ts'
import { accountTexts } from './accountTexts.ts'

describeArea(accountTexts, async (language) => (await import(`./${language}.ts`))[language], [
  'nfts/de',
  'nfts/pt',
  'tokens/es',
  'tokens/pt',
])
