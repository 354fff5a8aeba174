import type { MailTexts } from './en.ts'

export const ko: MailTexts = {
  approvalSubject: '새 기기를 사용하는 사람이 본인인가요? ({site})',
  approval: '내 메일을 읽을 수 있는 누군가가 새 기기에서 {site}의 지갑을 열려고 합니다:',
  approvalThen: '본인이라면 이 페이지를 열고 기기에 표시된 숫자를 선택하세요:',
  approvalLives: '링크는 한 번만, 15분 동안 유효합니다.',
  sinceUnknown: '이 지갑은 지금까지 알려진 적이 없습니다.',
  since: '이 지갑은 {date}에 처음 알려졌습니다.',
  neverHad: '그곳에 지갑을 만든 적이 없다면 본인이 아닙니다.',
  approvalNotYou:
    '본인이 아니라면 아무것도 하지 않거나 그 페이지에서 아니라고 답하세요. 답하지 않으면 아무도 들어올 수 없으며, 정직한 사람은 이 링크나 숫자를 묻지 않습니다.',
  cancelSubject: '내일 새 기기가 지갑을 엽니다 ({site})',
  cancel: '새 기기가 {site}의 지갑을 열도록 허용했습니다:',
  cancelFrom: '{date}부터 열 수 있습니다. 본인의 기기라면 아무것도 하지 않아도 됩니다.',
  cancelStop: '아니라면 그 전에 막으세요:',
  cancelThen: '그런 다음 이메일 비밀번호를 바꾸세요. 다른 사람이 메일을 읽을 수 있습니다.',
  secondSubject: '어느 지갑인가요? ({site})',
  second: '그곳에서 다른 지갑으로도 알려져 있습니다.',
  secondWhy:
    '지갑을 삭제하고 새로 만든 것이 아니라면 문제가 있습니다. 누군가가 자신도 열 수 있는 지갑을 쓰게 하려는 것일 수 있습니다.',
  secondStop: '기기는 {date}에 지갑을 엽니다. 확실하지 않다면 그 전에 막으세요:',
  takeoverSubject: '내일 다른 사람이 지갑을 엽니다 ({site})',
  takeover: '{site}의 지갑이 새 기기에서 열리고 있습니다. 이 주소가 아니라 {person}을(를) 통해서입니다:',
  takeoverFrom: '기기는 {date}에 들어옵니다. 그때부터 이 주소로는 지갑을 복구할 수 없습니다.',
  takeoverIfYou: '직접 주소를 바꿨다면 아무것도 하지 않아도 됩니다.',
  takeoverStop: '아니라면 그 전에 막으세요:',
  movedSubject: '지갑의 복구가 다른 주소로 옮겨졌습니다 ({site})',
  moved:
    '{site} 지갑의 한 기기가 복구를 {to}(으)로 옮겼습니다. 이제 새 기기의 링크는 그곳으로 가고 이 주소로는 오지 않습니다.',
  movedIfYou: '직접 했다면 아무것도 하지 않아도 됩니다.',
  movedStop: '아니라면 72시간 안에 되돌리세요:',
  movedThen: '그런 다음 지갑의 보안 설정에서 모르는 기기를 제거하세요.',
  otherAccount: '다른 계정',
  someAccount: '{provider} 계정',
}
