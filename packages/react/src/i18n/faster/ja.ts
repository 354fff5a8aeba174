import type { FasterTexts } from './fasterTexts.ts'

export const ja: FasterTexts = {
  text: '同じ支払いをより高い手数料で送り直します。成立するのはどちらか一方だけです。',
  before: '現在の手数料',
  fee: '新しい手数料',
  more: '差額',
  noChange: 'この支払いのお釣りでは、より高い手数料を払えません。',
  spent: 'この支払いのお釣りを別の支払いが使っており、それも取り消されてしまいます。',
  settled: 'すでに完了しました。',
  elsewhere: 'この取引を早められるのはウォレットだけです。',
}
