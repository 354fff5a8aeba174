import type { RefusalTexts } from './refusalTexts.ts'

export const es = {
  title: 'La red lo rechazaría. No se envió nada.',
  said: (text) => `Mensaje del contrato: «${text}»`,
  panic: (code) => `El contrato se interrumpe (panic ${code}).`,
  named: (name) => `El contrato lo rechaza: ${name}.`,
  coded: (selector) => `El contrato lo rechaza con el error ${selector}.`,
  silent: 'El contrato lo rechaza sin dar un motivo.',
  returnedFalse: 'El token no ejecutaría este envío.',
  noToken: 'No hay ningún token en esta dirección de esta red.',
  otherDecimals: 'Este token usa otros decimales que los de la lista, así que la cantidad sería otra.',
  noFunds: 'El saldo no alcanza para la cantidad y la comisión de red.',
  tooLittle: (amount: string) => `Una cuenta allí debe tener al menos ${amount}. Envía esa cantidad o más.`,
  leavesTooLittle: (amount: string) =>
    `Te quedaría menos de ${amount}, lo mínimo que debe tener una cuenta. Envía menos, o todo.`,
  dust: (amount) => `Aquí no se puede enviar menos de ${amount}. Envía esa cantidad o más.`,
  frozen: 'El emisor de este token ha congelado tu cuenta o la del destinatario.',
  needsMemo: 'El destinatario solo acepta este token con una nota. Vuelve atrás y añade una.',
  nonTransferable: 'Este token no se puede transferir: quien lo recibe se lo queda.',
  paused: 'El emisor ha pausado todas las transferencias de este token. Inténtalo más tarde.',
  notAdmitted: 'El emisor del token debe aprobar antes la cuenta del destinatario.',
  hooked:
    'Este token ejecuta su propio programa en cada transferencia, algo que aquí no es compatible. Envíalo desde tu wallet.',
  confidentialOnly:
    'El destinatario solo acepta este token como transferencia confidencial, algo que aquí no es compatible.',
  tooLarge: 'No cabe en una sola transacción. Acorta la nota o envía menos de una vez.',
  notAWallet: 'Es la dirección de un token o de un programa, no de una wallet. Lo que se envíe allí puede perderse.',
  leastLeft: 'Tu cuenta debe conservar un saldo mínimo en esta red. Envía un poco menos.',
  leastThere: 'El destinatario tendría menos del mínimo de esta red. Envía más.',
  noAccount: 'El destinatario aún no tiene cuenta en esta red. Primero necesita algo de su moneda propia.',
  otherNetwork: 'Esta dirección es de otra red. Pide al destinatario su dirección en esta red.',
  sameAccount: 'Usar la dirección de esta cuenta en esta red',
  inscribed:
    'Aquí hay monedas que pueden llevar inscripciones y no se tocan. Envía desde otra dirección o desde la propia wallet.',
  noKey:
    'Esta dirección necesita una clave que tu wallet no comparte. Envía desde otra dirección o desde la propia wallet.',
} satisfies RefusalTexts
