import type { FasterTexts } from './fasterTexts.ts'

export const zh: FasterTexts = {
  text: '同一笔付款将以更高的手续费重新发出，两笔中只有一笔会生效。',
  before: '当前手续费',
  fee: '新手续费',
  more: '差额',
  noChange: '这笔付款的找零不足以支付更高的手续费。',
  spent: '另一笔付款已在使用这笔的找零，替换会取消它。',
  settled: '它已经完成。',
  elsewhere: '只有钱包本身能加速这笔交易。',
}
