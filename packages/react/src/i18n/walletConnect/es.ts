import type { WalletConnectTexts } from './walletConnectTexts.ts'

export const es = {
  ways: 'Formas de conectar',
  platforms: {
    'qr code': 'Móvil',
    mobile: 'Teléfono',
    browser: 'Navegador',
    desktop: 'Escritorio',
    webapp: 'App web',
  },
  scan: 'Escanea este código con el teléfono',
  scanText: 'Abre tu wallet en él, busca su escáner y aprueba la conexión.',
  scanWith: (name) => `Escanea este código con ${name}`,
  scanWithText: (name) => `Abre ${name} en el teléfono, busca su escáner y aprueba la conexión.`,
  copyLink: 'Copiar enlace',
  newCode: 'Código nuevo',
  newLink: 'Enlace nuevo',
  preparing: 'Preparando el enlace…',
  open: (name) => `Abrir ${name}`,
  openText: (name) => `Aprueba la conexión en ${name} y vuelve. Esta página se actualiza sola.`,
  again: '¿No se abrió nada?',
  hints: (name) => [
    `¿Está ${name} instalada en este dispositivo?`,
    'Permite que el navegador abra la app si lo pregunta.',
    'Copia el enlace y pégalo en el escáner de la wallet.',
  ],
  notInstalled: (name) => `${name} no está instalada en este navegador`,
  notInstalledText: 'Instala la extensión, vuelve y conecta, o usa la wallet en el teléfono.',
  getExtension: 'Conseguir la extensión',
  installed: (name) => `${name} está instalada aquí`,
  installedText: 'Conecta con la extensión en vez de con el teléfono.',
  connectHere: 'Conectar en este navegador',
  relay: {
    reaching: 'Conectando con el servidor…',
    reconnecting: 'Reconectando con el servidor…',
    unreachable: 'Sin conexión con el servidor',
    unreachableText: 'Lleva los mensajes a tu wallet. Seguimos intentándolo; revisa tu conexión.',
  },
  failures: {
    relay: 'No hay conexión con el servidor que lleva los mensajes a tu wallet. No se compartió nada.',
    refused: 'El servidor de mensajes no acepta este sitio. No se compartió nada.',
    clock:
      'El reloj de tu dispositivo está mal. Ajusta la fecha y la hora y vuelve a conectarte. No se compartió nada.',
    busy: 'Demasiados intentos en poco tiempo. Espera un momento y vuelve a intentarlo.',
    unsettled:
      'Tu wallet aceptó, pero el resto de su respuesta no llegó. Quizá el relay lo perdió. No se ha guardado nada; vuelve a intentarlo.',
    noAccount: 'La wallet no compartió ninguna cuenta que este sitio pueda usar. No se guardó nada.',
    signIn: 'No se pudo verificar el inicio de sesión. La conexión se cerró y no se guardó nada.',
    unavailable: 'Este sitio no ha configurado las conexiones con teléfonos.',
  },
  waiting: {
    confirm: (name) => `Confirma en ${name}`,
    text: 'Allí espera una solicitud de esta página.',
    more: (count) => `Solicitudes en espera: ${count}`,
    open: (name) => `Abrir ${name}`,
    kinds: { signature: 'Firma', transaction: 'Transacción', network: 'Red' },
  },
} satisfies WalletConnectTexts
