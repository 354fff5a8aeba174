import type { MailTexts } from './en.ts'

export const es: MailTexts = {
  approvalSubject: '¿Eres tú en un dispositivo nuevo? ({site})',
  approval: 'Alguien que puede leer tu correo intenta abrir tu billetera de {site} en un dispositivo nuevo:',
  approvalThen: 'Si eres tú, abre esta página y elige el número que muestra el dispositivo:',
  approvalLives: 'El enlace sirve una vez y durante 15 minutos.',
  sinceUnknown: 'Hasta ahora no sabíamos nada de esta billetera.',
  since: 'Supimos de esta billetera por primera vez el {date}.',
  neverHad: 'Si nunca tuviste una billetera allí, no eres tú.',
  approvalNotYou:
    'Si no eres tú, no hagas nada o dilo en esa página. Nadie entra sin tu respuesta, y nadie honrado te pedirá este enlace ni el número.',
  cancelSubject: 'Un dispositivo nuevo abrirá tu billetera mañana ({site})',
  cancel: 'Has permitido que un dispositivo nuevo abra tu billetera de {site}:',
  cancelFrom: 'Podrá hacerlo a partir del {date}. Si es tuyo, no tienes que hacer nada.',
  cancelStop: 'Si no lo es, detenlo antes:',
  cancelThen: 'Después cambia la contraseña de tu correo: otra persona puede leerlo.',
  secondSubject: '¿Cuál de tus billeteras es esta? ({site})',
  second: 'Allí también se te conoce por otra billetera.',
  secondWhy:
    'Salvo que hayas borrado una billetera y creado otra, algo va mal: quizá alguien quiere que uses una billetera que también puede abrir.',
  secondStop: 'El dispositivo la abrirá el {date}. Si no estás seguro, detenlo antes:',
  takeoverSubject: 'Otra persona abrirá tu billetera mañana ({site})',
  takeover:
    'Tu billetera de {site} se está abriendo en un dispositivo nuevo, no con esta dirección, sino con {person}:',
  takeoverFrom:
    'El dispositivo entra el {date}. A partir de entonces, esta dirección ya no podrá recuperar la billetera.',
  takeoverIfYou: 'Si cambiaste tú la dirección, no tienes que hacer nada.',
  takeoverStop: 'Si no, detenlo antes:',
  movedSubject: 'La recuperación de tu billetera ha pasado a otra dirección ({site})',
  moved:
    'Un dispositivo de tu billetera de {site} ha pasado su recuperación a {to}. Desde ahora, los enlaces para dispositivos nuevos llegan allí y no a esta dirección.',
  movedIfYou: 'Si fuiste tú, no tienes que hacer nada.',
  movedStop: 'Si no, deshazlo en un plazo de 72 horas:',
  movedThen: 'Después quita el dispositivo que no conozcas en los ajustes de seguridad de tu billetera.',
  otherAccount: 'otra cuenta',
  someAccount: 'una cuenta de {provider}',
}
