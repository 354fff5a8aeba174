import type { MailTexts } from './en.ts'

export const pt: MailTexts = {
  yourCode: 'Seu código: {code}',
  codeLives: 'Ele vale uma vez, por 20 minutos, e só no dispositivo que o pediu.',
  codeNotYou:
    'Se não for você, ou se você não estiver em {site}, não faça nada e não compartilhe o código. Ninguém honesto vai pedi-lo.',
  signInSubject: 'Seu código para {site}',
  signIn: 'Alguém, esperamos que você, está entrando em {site} com este endereço.',
  oldSubject: 'Confirme seu endereço atual ({site})',
  old: 'Alguém, esperamos que você, está em {site} e quer mudar sua carteira deste endereço de e-mail para:',
  oldThen:
    'Com este código e outro que vai para o novo endereço, a mudança vale na hora: os códigos e links que abrem sua carteira passam a ir para o novo endereço, e este não a abre mais. Escreveremos para você aqui quando acontecer, com um link que desfaz a mudança por 72 horas.',
  oldThenNotices:
    'Com este código e outro que vai para o novo endereço, nossos avisos sobre sua carteira passam a ir para lá na hora. Você entra como antes. Escreveremos para você aqui quando acontecer, com um link que desfaz a mudança por 72 horas.',
  newSubject: 'Confirme seu novo endereço ({site})',
  new: 'Alguém, esperamos que você, está definindo este como o endereço de e-mail de uma carteira em {site}.',
  newThen:
    'Com este código, a mudança vale na hora: os códigos e links que abrem a carteira passam a vir para este endereço.',
  newThenNotices:
    'Com este código, nossos avisos sobre a carteira passam a vir para este endereço na hora. Ele não abre a carteira.',
  reauthSubject: 'Confirme que é você ({site})',
  reauthDelete:
    'Alguém, esperamos que você, está prestes a excluir a conta da sua carteira em {site}. Ela seria apagada 7 dias depois.',
  reauthExport:
    'Alguém, esperamos que você, está prestes a exportar sua carteira em {site}: quem a vir será dono de tudo o que há nela.',
  ifNotYou: 'Se não foi você, outra pessoa pode ler seus e-mails: troque a senha do seu e-mail e mova seus fundos.',
  stolenSubject: 'Você foi desconectado da sua carteira',
  stolen:
    'Uma chave de uma das suas sessões foi usada pela segunda vez, ou em outro dispositivo. Ela pode ter sido copiada, então encerramos essa sessão.',
  stolenThen: 'Nada foi aberto com ela. Entre de novo e remova os dispositivos que você não conhece.',
  guessedSubject: 'Códigos errados demais para sua carteira',
  guessed: 'Alguém digitou códigos errados demais para este endereço. Os códigos estão bloqueados por uma hora.',
  guessedThen: 'Ninguém entrou. Se foi você, espere uma hora e peça um novo código.',
  enrolledSubject: 'Um novo dispositivo pode abrir sua carteira',
  enrolled: 'Este dispositivo pode abrir sua carteira a partir de agora: {device}.',
  revokedSubject: 'Um dispositivo foi removido da sua carteira',
  revoked: 'Este dispositivo não pode mais abrir sua carteira: {device}.',
  changedSubject: 'Sua carteira tem um novo endereço',
  changed: 'O endereço de e-mail da sua carteira foi mudado em {site} em {date}. O novo endereço é:',
  changedThen:
    'A partir de agora, os códigos e links que abrem sua carteira vão para o novo endereço. Este não a abre mais.',
  changedThenNotices:
    'A partir de agora, nossos avisos sobre sua carteira vão para o novo endereço. Você entra como antes.',
  changedUndo: 'Se não foi você, desfaça antes de {date}:',
  changedUndoThen:
    'O link mostra o que faz antes de fazer: sua carteira volta a abrir com este endereço, todos são desconectados e o dispositivo que fez a mudança é bloqueado.',
  undoneSubject: 'A mudança de endereço foi desfeita',
  undone: 'Sua carteira volta a abrir com o endereço de e-mail antigo. Todos foram desconectados.',
  deletionSubject: 'A conta da sua carteira será excluída',
  deletion: 'Sua conta e as chaves dela serão apagadas em {date}. Entre antes disso para mantê-las.',
  deletionThen: 'O que ficar na carteira depois só pode ser alcançado com a frase de recuperação.',
  keptSubject: 'A conta da sua carteira continua',
  kept: 'Alguém, esperamos que você, entrou de novo: a conta não será excluída.',
  exportedSubject: 'Sua carteira foi exportada',
  exported: 'A frase de recuperação da sua carteira foi mostrada em: {device}.',
  revertTitle: 'Desfazer a mudança de endereço?',
  revertOpens: 'Sua carteira poderá ser aberta de novo com este endereço, e não mais com o novo.',
  revertLocks:
    'Todos são desconectados. O dispositivo que mudou o endereço, e os adicionados desde então, ficam bloqueados.',
  revertButton: 'Desfazer a mudança',
  revertedTitle: 'A mudança foi desfeita',
  reverted: 'Entre com este endereço. Em um dispositivo novo para sua carteira, você a desbloqueia como sempre.',
  revertedThen:
    'Se outra pessoa fez a mudança, ela teve sua carteira aberta: mova o que há nela e troque a senha do seu e-mail.',
  endedTitle: 'Este link não funciona mais',
  ended: 'Ele funciona uma vez, e por 72 horas depois da mudança.',
}
