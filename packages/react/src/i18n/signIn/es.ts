import type { SignInTexts } from './signInTexts.ts'

export const es: SignInTexts = {
  site: 'La dapp',
  title: (site) => `${site} necesita conectarse a tu wallet`,
  prove: 'Firma este mensaje para demostrar que esta wallet es tuya y continuar.',
  required: 'Firmar es gratis. Si cancelas, se desconectará.',
  optional: 'Firmar es gratis. Si cancelas, seguirás conectado sin iniciar sesión.',
  sign: 'Firmar',
  signing: 'Firmando…',
  cancel: 'Cancelar',
  cancelling: 'Cancelando…',
  again: 'Reintentar',
  without: 'Continuar sin iniciar sesión',
  continueIn: (wallet) => `Continúa en ${wallet}`,
  inWallet: 'Lee el mensaje en tu wallet y fírmalo.',
  checking: 'Comprobando si has iniciado sesión…',
  verifying: 'Verificando tu firma…',
  expired: 'Tu sesión ha caducado. Vuelve a iniciar sesión para continuar.',
  signedIn: 'Has iniciado sesión',
  done: 'Listo',
  website: 'Sitio web',
  account: 'Cuenta',
  network: 'Red',
  troubles: {
    declined: { title: 'Firma rechazada', detail: 'Rechazaste la solicitud. No has iniciado sesión.' },
    wallet: { title: 'No se pudo firmar', detail: 'Tu wallet no pudo firmar el mensaje. No has iniciado sesión.' },
    invalid: { title: 'La firma no es válida', detail: 'Tu wallet usó otra cuenta. No has iniciado sesión.' },
    refused: {
      title: 'Inicio de sesión no verificado',
      detail: 'El sitio web no aceptó la firma. No has iniciado sesión.',
    },
    unavailable: {
      title: 'Inicio de sesión no disponible',
      detail: 'El servidor de inicio de sesión no responde. Tu wallet sigue conectada.',
    },
    unknown: {
      title: 'Inicio de sesión no disponible',
      detail: 'El servidor de inicio de sesión no responde. Tu wallet sigue conectada.',
    },
  },
  toasts: {
    declined: 'Firma rechazada',
    smartAccount: 'Es posible que esta aplicación no admita Smart Accounts',
    initialize: 'Se produjo un problema al preparar el inicio de sesión',
  },
}
