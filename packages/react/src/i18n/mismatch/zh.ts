import type { MismatchTexts } from './mismatchTexts.ts'

export const zh = {
  sentence: (why) => `这不是向您显示的兑换，已停止：${why}。未进行兑换。`,
  why: {
    contract: '调用了另一个合约',
    spender: '您的代币会被另一个合约取走',
    recipient: '您买到的会归他人所有',
    paidToken: '您支付的会是另一种代币',
    receivedToken: '您收到的会是另一种代币',
    amount: '会取走不同的数量',
    minimum: '您收到的可能少于最低数量',
    fee: '手续费更高',
    deadline: '可能在很久以后才执行',
    permission: '您的签名会授权其他内容',
    approval: '授权的是其他内容',
    sentApproval: '您的钱包授权了其他内容，请检查其授权',
    decimals: '某个代币的小数位数不同',
    call: '无法确定它会做什么',
    simulation: '模拟结果与显示不符',
    response: '服务器的响应无效',
  },
} satisfies MismatchTexts
