import type { MismatchTexts } from './mismatchTexts.ts'

export const ja = {
  sentence: (why) => `表示されたスワップと異なるため中止しました：${why}。スワップは実行されていません。`,
  why: {
    contract: '別のコントラクトを呼び出します',
    spender: '別のコントラクトがトークンを受け取ります',
    recipient: '購入したものが別の人に渡ります',
    paidToken: '別のトークンで支払うことになります',
    receivedToken: '別のトークンを受け取ることになります',
    amount: '異なる額が差し引かれます',
    minimum: '受取額が最低額を下回る可能性があります',
    fee: '手数料が高くなっています',
    deadline: 'ずっと後で実行される可能性があります',
    permission: '署名が別の内容を許可します',
    approval: '承認が別の内容を許可します',
    sentApproval: 'ウォレットが別の内容を承認したため、承認内容を確認してください',
    decimals: 'トークンの小数桁数が異なります',
    call: '何をするのか確認できません',
    simulation: 'シミュレーションの結果が異なります',
    response: 'サーバーの応答が不正です',
  },
} satisfies MismatchTexts
