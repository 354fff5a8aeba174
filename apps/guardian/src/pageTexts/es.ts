import type { PageTexts } from './en.ts'

export const es: PageTexts = {
  askTitle: '¿Eres tú?',
  ask: 'Alguien intenta abrir la billetera de {person} en {site} en un dispositivo nuevo:',
  thisAccount: 'esta cuenta',
  askNumber: 'Si eres tú: ¿qué número muestra ese dispositivo?',
  notYouEmail: 'Si no eres tú, otra persona puede leer tu correo. Cambia la contraseña de tu correo.',
  notYouAccount:
    'Si no eres tú, alguien te ha enviado aquí para entrar en tu billetera. Recházalo y cierra esta página.',
  notMe: 'No soy yo',
  stopTitle: '¿Detener este dispositivo?',
  stop: 'Este dispositivo espera para abrir la billetera de {person} en {site}:',
  stopBy: 'Lo aprobó {person}.',
  stopByOther: 'Lo aprobó otra cuenta.',
  stopEmail: 'Si no es tuyo, detenlo y cambia la contraseña de tu correo: otra persona puede leerlo.',
  stopAccount:
    'Si no es tuyo, detenlo y protege la cuenta con la que inicias sesión: otra persona tiene acceso a ella.',
  stopSecond: 'Allí también se te conoce por otra billetera. Si no la has eliminado, detenlo.',
  stopMoved: 'Si no has cambiado tu dirección, detenlo: otra persona está a punto de abrir tu billetera.',
  stopButton: 'Detener este dispositivo',
  undoTitle: '¿Deshacer este cambio?',
  undo: 'La recuperación de tu billetera ha pasado de {from} a {to}.',
  undoOther: 'La recuperación de tu billetera ha pasado de {from} a otra cuenta.',
  undoThen:
    'Si no fuiste tú, deshazlo. Los dispositivos nuevos volverán a necesitar esta dirección, y la otra no recibirá nada durante 30 días.',
  undoButton: 'Deshacer el cambio',
  approvedTitle: 'El dispositivo puede continuar',
  approved: 'Puedes cerrar esta página y volver a él.',
  refusedTitle: 'No se ha abierto nada',
  refused: 'El dispositivo fue rechazado. Si era tuyo, empieza de nuevo en él y elige el número que muestra.',
  waitTitle: 'El dispositivo tiene que esperar un día',
  held: 'Tu billetera se usa en otro dispositivo, así que este entrará mañana. Te hemos enviado un enlace que lo detiene. Una llave de acceso, un código de recuperación u otro dispositivo le permiten entrar al momento.',
  moving:
    'Esta billetera pertenece a otra dirección, que ahora tiene un enlace para detener el dispositivo. Si has cambiado tu dirección, vuelve mañana. Una llave de acceso, un código de recuperación u otro dispositivo le permiten entrar al momento.',
  second:
    'Aquí también se te conoce por otra billetera. Te hemos enviado un enlace que detiene este dispositivo: úsalo si no has eliminado la otra. Una llave de acceso, un código de recuperación u otro dispositivo le permiten entrar al momento.',
  deniedTitle: 'Este dispositivo no puede entrar así',
  unlike:
    'Aquí también se te conoce por otra billetera. Un dispositivo nuevo tiene que esperar un día, en el que puedes detenerlo por correo, y tu cuenta no tiene una dirección verificada a la que escribirte. Usa una llave de acceso, un código de recuperación u otro dispositivo.',
  pinned:
    'Esta billetera pertenece a otra cuenta. Usa esa cuenta, una llave de acceso, un código de recuperación u otro dispositivo.',
  unreachable:
    'Tu billetera se usa en otro dispositivo. Uno nuevo tiene que esperar un día, en el que puedes detenerlo por correo, y tu cuenta no tiene una dirección verificada a la que escribirte. Usa una llave de acceso, un código de recuperación o el otro dispositivo.',
  undoneTitle: 'El cambio se ha deshecho',
  undone:
    'Los dispositivos nuevos vuelven a necesitar esta dirección. Elimina el dispositivo que no conoces en los ajustes de seguridad de tu billetera.',
  linkEndedTitle: 'Este enlace ya no funciona',
  undoTooLate: 'El cambio ya se deshizo o tiene más de 72 horas.',
  cancelledTitle: 'El dispositivo fue detenido',
  cancelled: 'No puede abrir tu billetera. Cambia la contraseña de tu correo si no era tuyo.',
  tooLate:
    'El dispositivo ya fue detenido o ya ha entrado. Elimínalo en otro dispositivo, en los ajustes de seguridad de tu billetera.',
  ended: 'Funciona una vez y durante 15 minutos. Empieza de nuevo en el dispositivo.',
  loginEndedTitle: 'Este inicio de sesión ya no funciona',
  loginEnded: 'Funciona una vez y durante 15 minutos. Vuelve al dispositivo y empieza de nuevo.',
  awayTitle: '{provider} no responde',
  away: 'No se ha abierto nada. Cierra esta página e inténtalo de nuevo en un momento.',
  otherTitle: 'Otra cuenta',
  other:
    'Esta cuenta de {provider} no tiene nada que ver con esa billetera. No se ha abierto nada. Cierra esta página e inicia sesión con la cuenta que usas allí.',
  unprovenTitle: '{provider} no ha dicho quién eres',
  unproven: 'No se ha abierto nada. Cierra esta página e inténtalo de nuevo.',
  phoneTitle: 'Iniciar sesión con Farcaster',
  phone:
    'Escanea este código con tu teléfono e inicia sesión allí. Tu aplicación de Farcaster indica la dirección de esta página.',
  phoneCode: 'Código QR',
  phoneOpen: 'Abrir Farcaster en este dispositivo',
  phoneWait: 'Esperando tu firma. Esta página continúa sola.',
  phoneSent: 'Si alguien te envió aquí y ningún dispositivo tuyo espera, cierra esta página.',
}
