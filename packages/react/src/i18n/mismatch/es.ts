import type { MismatchTexts } from './mismatchTexts.ts'

export const es = {
  sentence: (why) => `Detenido, porque no es el intercambio que se te mostró: ${why}. No se intercambió nada.`,
  why: {
    contract: 'llama a otro contrato',
    spender: 'otro contrato se llevaría tus tokens',
    recipient: 'otra persona recibiría lo que compras',
    paidToken: 'pagarías con otro token',
    receivedToken: 'recibirías otro token',
    amount: 'se tomaría otra cantidad',
    minimum: 'podrías recibir menos del mínimo',
    fee: 'la comisión es mayor',
    deadline: 'podría ejecutarse mucho más tarde',
    permission: 'tu firma permitiría otra cosa',
    approval: 'la aprobación permitiría otra cosa',
    sentApproval: 'tu wallet aprobó otra cosa; revisa sus aprobaciones',
    decimals: 'un token usa otros decimales',
    call: 'nadie puede saber qué hace',
    simulation: 'en la simulación hace otra cosa',
    response: 'la respuesta del servidor no es válida',
  },
} satisfies MismatchTexts
