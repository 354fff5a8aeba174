import type { RefusalTexts } from './refusalTexts.ts'

export const pt = {
  title: 'A rede recusaria isto. Nada foi enviado.',
  said: (text) => `Mensagem do contrato: “${text}”`,
  panic: (code) => `O contrato é interrompido (panic ${code}).`,
  named: (name) => `O contrato recusa: ${name}.`,
  coded: (selector) => `O contrato recusa com o erro ${selector}.`,
  silent: 'O contrato recusa sem dar motivo.',
  returnedFalse: 'O token não executaria este envio.',
  noToken: 'Não há token neste endereço nesta rede.',
  otherDecimals: 'Este token usa outras casas decimais do que diz a lista, então o valor seria outro.',
  noFunds: 'O saldo não cobre o valor e a taxa de rede.',
  tooLittle: (amount: string) => `Uma conta lá precisa ter pelo menos ${amount}. Envie esse valor ou mais.`,
  leavesTooLittle: (amount: string) =>
    `Você ficaria com menos de ${amount}, o mínimo de uma conta. Envie menos, ou tudo.`,
  dust: (amount) => `Aqui não é possível enviar menos de ${amount}. Envie esse valor ou mais.`,
  frozen: 'O emissor deste token congelou a sua conta ou a do destinatário.',
  needsMemo: 'O destinatário só aceita este token com um memo. Volte e adicione um.',
  nonTransferable: 'Este token não pode ser transferido: quem o recebe fica com ele.',
  paused: 'O emissor pausou todas as transferências deste token. Tente mais tarde.',
  notAdmitted: 'O emissor do token precisa aprovar a conta do destinatário primeiro.',
  hooked:
    'Este token executa um programa próprio a cada transferência, o que não é possível aqui. Envie-o pela sua carteira.',
  confidentialOnly: 'O destinatário só aceita este token por transferência confidencial, o que não é possível aqui.',
  tooLarge: 'Isso não cabe em uma única transação. Encurte o memo ou envie menos de cada vez.',
  notAWallet: 'Este é o endereço de um token ou de um programa, não de uma carteira. O que for enviado pode se perder.',
  leastLeft: 'Sua conta precisa manter um saldo mínimo nesta rede. Envie um pouco menos.',
  leastThere: 'O destinatário ficaria com menos que o mínimo desta rede. Envie mais.',
  noAccount: 'O destinatário ainda não tem conta nesta rede. Primeiro ele precisa de um pouco da moeda dela.',
  otherNetwork: 'Este endereço é de outra rede. Peça ao destinatário o endereço dele nesta rede.',
  sameAccount: 'Usar o endereço desta conta nesta rede',
  inscribed:
    'Há moedas aqui que podem conter inscrições e não são usadas. Envie de outro endereço ou pela própria carteira.',
  noKey:
    'Este endereço precisa de uma chave que sua carteira não compartilha. Envie de outro endereço ou pela própria carteira.',
} satisfies RefusalTexts
