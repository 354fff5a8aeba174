import type { PageTexts } from './en.ts'

export const pt: PageTexts = {
  askTitle: 'É você?',
  ask: 'Alguém está tentando abrir a carteira de {person} em {site} em um novo dispositivo:',
  thisAccount: 'esta conta',
  askNumber: 'Se for você: que número esse dispositivo mostra?',
  notYouEmail: 'Se não for você, outra pessoa pode ler seus e-mails. Mude a senha do seu e-mail.',
  notYouAccount: 'Se não for você, alguém o enviou para cá para entrar na sua carteira. Rejeite e feche esta página.',
  notMe: 'Não sou eu',
  stopTitle: 'Parar este dispositivo?',
  stop: 'Este dispositivo espera para abrir a carteira de {person} em {site}:',
  stopBy: 'Foi aprovado por {person}.',
  stopByOther: 'Foi aprovado por outra conta.',
  stopEmail: 'Se não for seu, pare-o e mude a senha do seu e-mail: outra pessoa pode ler seus e-mails.',
  stopAccount: 'Se não for seu, pare-o e proteja a conta com que você entra: outra pessoa tem acesso a ela.',
  stopSecond: 'Você também é conhecido lá por outra carteira. Se não a excluiu, pare o dispositivo.',
  stopMoved: 'Se você não mudou seu endereço, pare-o: outra pessoa está prestes a abrir sua carteira.',
  stopButton: 'Parar este dispositivo',
  undoTitle: 'Desfazer esta mudança?',
  undo: 'A recuperação da sua carteira passou de {from} para {to}.',
  undoOther: 'A recuperação da sua carteira passou de {from} para outra conta.',
  undoThen:
    'Se não foi você, desfaça. Novos dispositivos voltarão a precisar deste endereço, e o outro não receberá nada por 30 dias.',
  undoButton: 'Desfazer a mudança',
  approvedTitle: 'O dispositivo pode continuar',
  approved: 'Você pode fechar esta página e voltar para ele.',
  refusedTitle: 'Nada foi aberto',
  refused: 'O dispositivo foi recusado. Se era seu, comece de novo nele e escolha o número que ele mostra.',
  waitTitle: 'O dispositivo precisa esperar um dia',
  held: 'Sua carteira está em uso em outro dispositivo, por isso este só entra amanhã. Enviamos a você um link que o para. Uma chave de acesso, um código de recuperação ou outro dispositivo permite que ele entre na hora.',
  moving:
    'Esta carteira pertence a outro endereço, que agora tem um link para parar o dispositivo. Se você mudou seu endereço, volte amanhã. Uma chave de acesso, um código de recuperação ou outro dispositivo permite que ele entre na hora.',
  second:
    'Você também é conhecido aqui por outra carteira. Enviamos a você um link que para este dispositivo: use-o se não excluiu a outra. Uma chave de acesso, um código de recuperação ou outro dispositivo permite que ele entre na hora.',
  deniedTitle: 'Este dispositivo não pode entrar assim',
  unlike:
    'Você também é conhecido aqui por outra carteira. Um novo dispositivo precisa esperar um dia, em que você pode pará-lo por e-mail, e sua conta não tem um endereço verificado para o qual possamos escrever. Use uma chave de acesso, um código de recuperação ou outro dispositivo.',
  pinned:
    'Esta carteira pertence a outra conta. Use essa conta, uma chave de acesso, um código de recuperação ou outro dispositivo.',
  unreachable:
    'Sua carteira está em uso em outro dispositivo. Um novo precisa esperar um dia, em que você pode pará-lo por e-mail, e sua conta não tem um endereço verificado para o qual possamos escrever. Use uma chave de acesso, um código de recuperação ou o outro dispositivo.',
  undoneTitle: 'A mudança foi desfeita',
  undone:
    'Novos dispositivos voltam a precisar deste endereço. Remova o dispositivo que você não conhece nas configurações de segurança da sua carteira.',
  linkEndedTitle: 'Este link não funciona mais',
  undoTooLate: 'A mudança já foi desfeita ou tem mais de 72 horas.',
  cancelledTitle: 'O dispositivo foi parado',
  cancelled: 'Ele não pode abrir sua carteira. Mude a senha do seu e-mail se ele não era seu.',
  tooLate:
    'O dispositivo já foi parado ou já entrou. Remova-o em outro dispositivo, nas configurações de segurança da sua carteira.',
  ended: 'Ele funciona uma vez e por 15 minutos. Comece de novo no dispositivo.',
  loginEndedTitle: 'Este login não funciona mais',
  loginEnded: 'Ele funciona uma vez e por 15 minutos. Volte ao dispositivo e comece de novo.',
  awayTitle: '{provider} não responde',
  away: 'Nada foi aberto. Feche esta página e tente de novo em instantes.',
  otherTitle: 'Outra conta',
  other:
    'Esta conta de {provider} não tem relação com essa carteira. Nada foi aberto. Feche esta página e entre com a conta que você usa lá.',
  unprovenTitle: '{provider} não disse quem você é',
  unproven: 'Nada foi aberto. Feche esta página e tente de novo.',
  phoneTitle: 'Entrar com Farcaster',
  phone: 'Escaneie este código com seu telefone e entre por lá. Seu app do Farcaster mostra o endereço desta página.',
  phoneCode: 'Código QR',
  phoneOpen: 'Abrir o Farcaster neste dispositivo',
  phoneWait: 'Aguardando sua assinatura. Esta página continua sozinha.',
  phoneSent: 'Se alguém enviou você para cá e nenhum dispositivo seu está esperando, feche esta página.',
}
