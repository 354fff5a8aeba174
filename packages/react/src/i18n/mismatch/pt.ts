import type { MismatchTexts } from './mismatchTexts.ts'

export const pt = {
  sentence: (why) => `Interrompida, porque não é a troca que foi mostrada: ${why}. Nada foi trocado.`,
  why: {
    contract: 'ela chama outro contrato',
    spender: 'outro contrato ficaria com seus tokens',
    recipient: 'outra pessoa receberia o que você compra',
    paidToken: 'você pagaria com outro token',
    receivedToken: 'você receberia outro token',
    amount: 'outro valor seria retirado',
    minimum: 'você poderia receber menos que o mínimo',
    fee: 'a taxa é maior',
    deadline: 'ela poderia ser executada muito mais tarde',
    permission: 'sua assinatura permitiria outra coisa',
    approval: 'a aprovação permitiria outra coisa',
    sentApproval: 'sua carteira aprovou outra coisa; confira as aprovações dela',
    decimals: 'um token usa outras casas decimais',
    call: 'ninguém consegue saber o que ela faz',
    simulation: 'na simulação ela faz outra coisa',
    response: 'a resposta do servidor é inválida',
  },
} satisfies MismatchTexts
