import type { AmountTexts } from './amountTexts.ts'

export const ko: AmountTexts = {
  problem: {
    notNumber: (example) => `금액을 숫자로 적으세요. 예: ${example}`,
    exponent: '‘e’ 없이 전체 금액을 입력하세요.',
    ambiguous: (thousands, fraction) => `천 단위인가요, 소수인가요? ${thousands} 또는 ${fraction}(으)로 적으세요.`,
    tooManyDecimals: (symbol, decimals) => `${symbol}의 소수는 최대 ${decimals}자리입니다.`,
    wholeOnly: (symbol) => `${symbol}은(는) 정수 단위로만 있습니다. 소수 없이 적으세요.`,
    tooLarge: '금액이 한도를 초과합니다.',
    tooMuch: '보유한 것보다 많습니다.',
    zero: '금액이 0입니다.',
  },
  token: {
    contract: '토큰 컨트랙트',
    callsItself: (symbol) => `자칭 ${symbol}`,
    unlisted: '목록에 없음',
    likeCoin: (symbol, network) =>
      `이 토큰은 ${network}의 코인과 같은 이름인 ${symbol}을(를) 쓰고 있습니다. 토큰 이름은 누구나 마음대로 지을 수 있으니 컨트랙트를 확인하세요.`,
    likeListed: (symbol) =>
      `이 토큰은 목록의 다른 토큰과 같은 이름인 ${symbol}을(를) 쓰고 있습니다. 토큰 이름은 누구나 마음대로 지을 수 있으니 컨트랙트를 확인하세요.`,
    onNoList: (symbol) =>
      `${symbol}은(는) 알려진 목록에 없습니다. 토큰 이름은 누구나 마음대로 지을 수 있으니 컨트랙트를 확인하세요.`,
    otherSymbol: (says, shown) => `네트워크에서 이 토큰의 이름은 ${shown}이(가) 아니라 ${says}입니다.`,
    showAs: (says) => `${says}(으)로 표시`,
    oddDecimals: (decimals) =>
      `이 토큰은 소수가 ${decimals}자리라고 합니다. 실제 금액을 표시할 수 없어 여기서는 사용할 수 없습니다.`,
  },
  fee: {
    sponsored: '후원됨',
    wallets: '지갑에 표시됩니다',
  },
}
