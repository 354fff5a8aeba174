import type { MismatchTexts } from './mismatchTexts.ts'

export const ko = {
  sentence: (why) => `표시된 스왑과 달라 중단했습니다: ${why}. 스왑은 실행되지 않았습니다.`,
  why: {
    contract: '다른 컨트랙트를 호출합니다',
    spender: '다른 컨트랙트가 토큰을 가져갑니다',
    recipient: '구매한 것을 다른 사람이 받습니다',
    paidToken: '다른 토큰으로 지불하게 됩니다',
    receivedToken: '다른 토큰을 받게 됩니다',
    amount: '다른 금액이 빠져나갑니다',
    minimum: '최소 수령액보다 적게 받을 수 있습니다',
    fee: '수수료가 더 높습니다',
    deadline: '훨씬 나중에 실행될 수 있습니다',
    permission: '서명이 다른 것을 허용합니다',
    approval: '승인이 다른 것을 허용합니다',
    sentApproval: '지갑이 다른 것을 승인했으니 승인 내역을 확인하세요',
    decimals: '토큰의 소수 자릿수가 다릅니다',
    call: '무엇을 하는지 알 수 없습니다',
    simulation: '시뮬레이션 결과가 다릅니다',
    response: '서버 응답이 올바르지 않습니다',
  },
} satisfies MismatchTexts
