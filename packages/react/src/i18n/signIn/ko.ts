import type { SignInTexts } from './signInTexts.ts'

export const ko: SignInTexts = {
  site: '이 앱',
  title: (site) => `${site}에서 지갑 연결을 요청합니다`,
  prove: '이 지갑의 소유자임을 증명하려면 메시지에 서명하세요.',
  required: '서명은 무료입니다. 취소하면 연결이 해제됩니다.',
  optional: '서명은 무료입니다. 취소하면 로그인하지 않고 연결된 상태를 유지합니다.',
  sign: '서명',
  signing: '서명 중…',
  cancel: '취소',
  cancelling: '취소 중…',
  again: '다시 시도',
  without: '로그인하지 않고 계속',
  continueIn: (wallet) => `${wallet}에서 계속하세요`,
  inWallet: '지갑에서 메시지를 읽고 서명하세요.',
  checking: '로그인 상태 확인 중…',
  verifying: '서명 확인 중…',
  expired: '세션이 만료되었습니다. 계속하려면 다시 로그인하세요.',
  signedIn: '로그인되었습니다',
  done: '완료',
  website: '웹사이트',
  account: '계정',
  network: '네트워크',
  troubles: {
    declined: { title: '서명이 거부되었습니다', detail: '요청을 거부하여 로그인되지 않았습니다.' },
    wallet: { title: '서명할 수 없습니다', detail: '지갑이 메시지에 서명하지 못했습니다. 로그인되지 않았습니다.' },
    invalid: { title: '서명이 올바르지 않습니다', detail: '지갑이 다른 계정을 사용했습니다. 로그인되지 않았습니다.' },
    refused: {
      title: '로그인을 확인하지 못했습니다',
      detail: '웹사이트가 서명을 받아들이지 않았습니다. 로그인되지 않았습니다.',
    },
    unavailable: {
      title: '로그인할 수 없습니다',
      detail: '로그인 서버가 응답하지 않았습니다. 지갑은 계속 연결되어 있습니다.',
    },
    unknown: {
      title: '로그인할 수 없습니다',
      detail: '로그인 서버가 응답하지 않았습니다. 지갑은 계속 연결되어 있습니다.',
    },
  },
  toasts: {
    declined: '서명이 거부되었습니다',
    smartAccount: '이 앱은 스마트 계정을 지원하지 않을 수 있습니다',
    initialize: '로그인을 준비하는 중 문제가 발생했습니다',
  },
}
