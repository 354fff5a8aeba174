import type { FasterTexts } from './fasterTexts.ts'

export const ko: FasterTexts = {
  text: '같은 결제를 더 높은 수수료로 다시 보냅니다. 둘 중 하나만 처리됩니다.',
  before: '현재 수수료',
  fee: '새 수수료',
  more: '차액',
  noChange: '이 결제에서 돌아오는 금액이 더 높은 수수료를 내기에 부족합니다.',
  spent: '다른 결제가 이 결제의 잔돈을 이미 쓰고 있어 함께 취소됩니다.',
  settled: '그 사이에 완료되었습니다.',
  elsewhere: '이 거래는 지갑에서만 빠르게 처리할 수 있습니다.',
}
