import type { AmountTexts } from './amountTexts.ts'

export const es: AmountTexts = {
  problem: {
    notNumber: (example) => `Escribe el importe en cifras, por ejemplo ${example}.`,
    exponent: 'Escribe todas las cifras de la cantidad, sin «e».',
    ambiguous: (thousands, fraction) => `¿Es un millar o una fracción? Escribe ${thousands} o ${fraction}.`,
    tooManyDecimals: (symbol, decimals) => `${symbol} tiene como máximo ${decimals} decimales.`,
    wholeOnly: (symbol) => `${symbol} solo existe en unidades enteras: escribe el importe sin decimales.`,
    tooLarge: 'La cantidad es demasiado grande.',
    tooMuch: 'Es más de lo que tienes.',
    zero: 'La cantidad es cero.',
  },
  token: {
    contract: 'Contrato del token',
    callsItself: (symbol) => `se hace llamar ${symbol}`,
    unlisted: 'sin listar',
    likeCoin: (symbol, network) =>
      `Este token se hace llamar ${symbol}, como la moneda de ${network}. Cualquiera puede poner cualquier nombre a un token: guíate por su contrato.`,
    likeListed: (symbol) =>
      `Este token se hace llamar ${symbol}, como otro de la lista. Cualquiera puede poner cualquier nombre a un token: guíate por su contrato.`,
    onNoList: (symbol) =>
      `${symbol} no está en ninguna lista conocida. Cualquiera puede poner cualquier nombre a un token: guíate por su contrato.`,
    otherSymbol: (says, shown) => `En la red, este token se hace llamar ${says}, no ${shown}.`,
    showAs: (says) => `Mostrarlo como ${says}`,
    oddDecimals: (decimals) =>
      `Este token dice tener ${decimals} decimales. No se puede mostrar un importe exacto, así que aquí no se puede usar.`,
  },
  fee: {
    sponsored: 'Patrocinado',
    wallets: 'Se muestra en tu wallet',
  },
}
