import type { MailTexts } from './en.ts'

export const es: MailTexts = {
  yourCode: 'Tu código: {code}',
  codeLives: 'Sirve una vez, durante 20 minutos, y solo en el dispositivo que lo pidió.',
  codeNotYou:
    'Si no eres tú, o si no estás en {site}, no hagas nada y no compartas el código. Nadie honesto te lo pedirá.',
  signInSubject: 'Tu código para {site}',
  signIn: 'Alguien, esperamos que tú, está iniciando sesión en {site} con esta dirección.',
  oldSubject: 'Confirma tu dirección actual ({site})',
  old: 'Alguien, esperamos que tú, está en {site} y quiere cambiar tu wallet de esta dirección de correo a:',
  oldThen:
    'Con este código y otro que va a la dirección nueva, el cambio se hace al momento: los códigos y enlaces que abren tu wallet irán a la dirección nueva, y esta ya no la abrirá. Te escribiremos aquí cuando ocurra, con un enlace que lo deshace durante 72 horas.',
  oldThenNotices:
    'Con este código y otro que va a la dirección nueva, nuestros avisos sobre tu wallet irán allí al momento. Inicias sesión como antes. Te escribiremos aquí cuando ocurra, con un enlace que lo deshace durante 72 horas.',
  newSubject: 'Confirma tu dirección nueva ({site})',
  new: 'Alguien, esperamos que tú, está poniendo esta dirección de correo a una wallet en {site}.',
  newThen:
    'Con este código, el cambio se hace al momento: los códigos y enlaces que abren la wallet llegarán a esta dirección.',
  newThenNotices:
    'Con este código, nuestros avisos sobre la wallet llegarán a esta dirección al momento. La dirección no abre la wallet.',
  reauthSubject: 'Confirma que eres tú ({site})',
  reauthDelete:
    'Alguien, esperamos que tú, está a punto de eliminar la cuenta de tu wallet en {site}. Se borraría 7 días después.',
  reauthExport:
    'Alguien, esperamos que tú, está a punto de exportar tu wallet en {site}: quien la vea será dueño de todo lo que hay en ella.',
  ifNotYou: 'Si no fuiste tú, otra persona puede leer tu correo: cambia la contraseña de tu correo y mueve tus fondos.',
  stolenSubject: 'Se cerró la sesión de tu wallet',
  stolen:
    'Una clave de una de tus sesiones se usó por segunda vez, o desde otro dispositivo. Puede que la hayan copiado, así que cerramos esa sesión.',
  stolenThen: 'Con ella no se abrió nada. Inicia sesión de nuevo y quita los dispositivos que no conozcas.',
  guessedSubject: 'Demasiados códigos incorrectos para tu wallet',
  guessed:
    'Alguien escribió demasiados códigos incorrectos para esta dirección. Los códigos están bloqueados una hora.',
  guessedThen: 'Nadie entró. Si fuiste tú, espera una hora y pide un código nuevo.',
  enrolledSubject: 'Un dispositivo nuevo puede abrir tu wallet',
  enrolled: 'Este dispositivo puede abrir tu wallet desde ahora: {device}.',
  revokedSubject: 'Se quitó un dispositivo de tu wallet',
  revoked: 'Este dispositivo ya no puede abrir tu wallet: {device}.',
  changedSubject: 'Tu wallet tiene una dirección nueva',
  changed: 'La dirección de correo de tu wallet se cambió en {site} el {date}. La dirección nueva es:',
  changedThen: 'Desde ahora, los códigos y enlaces que abren tu wallet van a la dirección nueva. Esta ya no la abre.',
  changedThenNotices:
    'Desde ahora, nuestros avisos sobre tu wallet van a la dirección nueva. Inicias sesión como antes.',
  changedUndo: 'Si no fuiste tú, deshazlo antes del {date}:',
  changedUndoThen:
    'El enlace muestra lo que hace antes de hacerlo: tu wallet vuelve a abrirse con esta dirección, se cierran todas las sesiones y el dispositivo que hizo el cambio queda bloqueado.',
  undoneSubject: 'Se deshizo el cambio de dirección',
  undone: 'Tu wallet vuelve a abrirse con la dirección de correo anterior. Se cerraron todas las sesiones.',
  deletionSubject: 'La cuenta de tu wallet se eliminará',
  deletion: 'Tu cuenta y sus claves se borrarán el {date}. Inicia sesión antes para conservarlas.',
  deletionThen: 'A lo que quede en la wallet después solo se llega con su frase de recuperación.',
  keptSubject: 'La cuenta de tu wallet se queda',
  kept: 'Alguien, esperamos que tú, volvió a iniciar sesión: la cuenta no se eliminará.',
  exportedSubject: 'Tu wallet se exportó',
  exported: 'La frase de recuperación de tu wallet se mostró en: {device}.',
  revertTitle: '¿Deshacer el cambio de dirección?',
  revertOpens: 'Tu wallet podrá abrirse otra vez con esta dirección, y ya no con la nueva.',
  revertLocks:
    'Se cierran todas las sesiones. El dispositivo que cambió la dirección, y los añadidos desde entonces, quedan bloqueados.',
  revertButton: 'Deshacer el cambio',
  revertedTitle: 'El cambio se deshizo',
  reverted: 'Inicia sesión con esta dirección. En un dispositivo nuevo para tu wallet, la desbloqueas como siempre.',
  revertedThen:
    'Si el cambio lo hizo otra persona, tuvo tu wallet abierta: mueve lo que hay en ella y cambia la contraseña de tu correo.',
  endedTitle: 'Este enlace ya no funciona',
  ended: 'Funciona una vez, y durante 72 horas después del cambio.',
}
