import type { MailTexts } from './en.ts'

export const pt: MailTexts = {
  approvalSubject: 'É você em um novo dispositivo? ({site})',
  approval: 'Alguém que pode ler seus e-mails está tentando abrir sua carteira em {site} em um novo dispositivo:',
  approvalThen: 'Se for você, abra esta página e escolha o número que o dispositivo mostra:',
  approvalLives: 'O link funciona uma vez e por 15 minutos.',
  sinceUnknown: 'Até agora não conhecíamos esta carteira.',
  since: 'Soubemos desta carteira pela primeira vez em {date}.',
  neverHad: 'Se você nunca teve uma carteira lá, não é você.',
  approvalNotYou:
    'Se não for você, não faça nada ou diga isso nessa página. Ninguém entra sem a sua resposta, e ninguém honesto vai pedir este link nem o número.',
  cancelSubject: 'Um novo dispositivo abrirá sua carteira amanhã ({site})',
  cancel: 'Você permitiu que um novo dispositivo abrisse sua carteira em {site}:',
  cancelFrom: 'Ele poderá fazer isso a partir de {date}. Se for seu, você não precisa fazer nada.',
  cancelStop: 'Se não for, impeça antes:',
  cancelThen: 'Depois troque a senha do seu e-mail: outra pessoa pode lê-lo.',
  secondSubject: 'Qual das suas carteiras é esta? ({site})',
  second: 'Lá você também é conhecido por outra carteira.',
  secondWhy:
    'A menos que você tenha excluído uma carteira e criado outra, algo está errado: talvez alguém queira que você use uma carteira que essa pessoa também pode abrir.',
  secondStop: 'O dispositivo a abrirá em {date}. Se não tiver certeza, impeça antes:',
  takeoverSubject: 'Outra pessoa abrirá sua carteira amanhã ({site})',
  takeover: 'Sua carteira em {site} está sendo aberta em um novo dispositivo, não por este endereço, mas por {person}:',
  takeoverFrom: 'O dispositivo entra em {date}. A partir daí, este endereço não poderá mais recuperar a carteira.',
  takeoverIfYou: 'Se foi você que mudou o endereço, não precisa fazer nada.',
  takeoverStop: 'Se não foi, impeça antes:',
  movedSubject: 'A recuperação da sua carteira passou para outro endereço ({site})',
  moved:
    'Um dispositivo da sua carteira em {site} passou a recuperação dela para {to}. A partir de agora, os links para novos dispositivos vão para lá, e não mais para este endereço.',
  movedIfYou: 'Se foi você, não precisa fazer nada.',
  movedStop: 'Se não foi, desfaça em até 72 horas:',
  movedThen: 'Depois remova o dispositivo que você não conhece, nas configurações de segurança da sua carteira.',
  otherAccount: 'outra conta',
  someAccount: 'uma conta {provider}',
}
