import type { MailTexts } from './en.ts'

export const fr: MailTexts = {
  yourCode: 'Votre code : {code}',
  codeLives: 'Il sert une fois, pendant 20 minutes, et seulement sur l’appareil qui l’a demandé.',
  codeNotYou:
    'Si ce n’est pas vous, ou si vous n’êtes pas sur {site}, ne faites rien et ne communiquez pas le code. Personne d’honnête ne vous le demandera.',
  signInSubject: 'Votre code pour {site}',
  signIn: 'Quelqu’un, vous espérons-le, se connecte à {site} avec cette adresse.',
  oldSubject: 'Confirmez votre adresse actuelle ({site})',
  old: 'Quelqu’un, vous espérons-le, est sur {site} et veut faire passer votre wallet de cette adresse e-mail à :',
  oldThen:
    'Avec ce code et un autre envoyé à la nouvelle adresse, le changement prend effet aussitôt : les codes et les liens qui ouvrent votre wallet iront à la nouvelle adresse, et celle-ci ne l’ouvrira plus. Nous vous écrirons ici quand ce sera fait, avec un lien qui l’annule pendant 72 heures.',
  oldThenNotices:
    'Avec ce code et un autre envoyé à la nouvelle adresse, nos avis sur votre wallet y iront aussitôt. Vous vous connectez comme avant. Nous vous écrirons ici quand ce sera fait, avec un lien qui l’annule pendant 72 heures.',
  newSubject: 'Confirmez votre nouvelle adresse ({site})',
  new: 'Quelqu’un, vous espérons-le, fait de cette adresse l’adresse e-mail d’un wallet sur {site}.',
  newThen:
    'Avec ce code, le changement prend effet aussitôt : les codes et les liens qui ouvrent le wallet arriveront à cette adresse.',
  newThenNotices:
    'Avec ce code, nos avis sur le wallet arriveront aussitôt à cette adresse. Elle n’ouvre pas le wallet.',
  reauthSubject: 'Confirmez que c’est vous ({site})',
  reauthDelete:
    'Quelqu’un, vous espérons-le, est sur le point de supprimer le compte de votre wallet sur {site}. Il serait effacé 7 jours plus tard.',
  reauthExport:
    'Quelqu’un, vous espérons-le, est sur le point d’exporter votre wallet sur {site} : quiconque le voit possède tout ce qu’il contient.',
  ifNotYou:
    'Si ce n’était pas vous, quelqu’un d’autre peut lire vos e-mails : changez le mot de passe de votre messagerie et déplacez vos fonds.',
  stolenSubject: 'Vous avez été déconnecté de votre wallet',
  stolen:
    'Une clé de l’une de vos sessions a été utilisée une seconde fois, ou depuis un autre appareil. Elle a pu être copiée, nous avons donc fermé cette session.',
  stolenThen: 'Rien n’a été ouvert avec. Reconnectez-vous et retirez les appareils que vous ne connaissez pas.',
  guessedSubject: 'Trop de codes faux pour votre wallet',
  guessed: 'Quelqu’un a saisi trop de codes faux pour cette adresse. Les codes sont bloqués pendant une heure.',
  guessedThen: 'Personne n’est entré. Si c’était vous, attendez une heure et demandez un nouveau code.',
  enrolledSubject: 'Un nouvel appareil peut ouvrir votre wallet',
  enrolled: 'Cet appareil peut désormais ouvrir votre wallet : {device}.',
  revokedSubject: 'Un appareil a été retiré de votre wallet',
  revoked: 'Cet appareil ne peut plus ouvrir votre wallet : {device}.',
  changedSubject: 'Votre wallet a une nouvelle adresse',
  changed: 'L’adresse e-mail de votre wallet a été changée sur {site} le {date}. La nouvelle adresse est :',
  changedThen:
    'Désormais, les codes et les liens qui ouvrent votre wallet vont à la nouvelle adresse. Celle-ci ne l’ouvre plus.',
  changedThenNotices:
    'Désormais, nos avis sur votre wallet vont à la nouvelle adresse. Vous vous connectez comme avant.',
  changedUndo: 'Si ce n’était pas vous, annulez-le avant le {date} :',
  changedUndoThen:
    'Le lien montre ce qu’il fait avant de le faire : votre wallet s’ouvre à nouveau avec cette adresse, tout le monde est déconnecté et l’appareil qui a fait le changement est exclu.',
  undoneSubject: 'Le changement d’adresse a été annulé',
  undone: 'Votre wallet s’ouvre à nouveau avec l’ancienne adresse e-mail. Tout le monde a été déconnecté.',
  deletionSubject: 'Le compte de votre wallet va être supprimé',
  deletion: 'Votre compte et ses clés seront effacés le {date}. Connectez-vous avant pour les garder.',
  deletionThen: 'Ce qui reste ensuite dans le wallet n’est accessible qu’avec sa phrase de récupération.',
  keptSubject: 'Le compte de votre wallet est conservé',
  kept: 'Quelqu’un, vous espérons-le, s’est reconnecté : le compte ne sera pas supprimé.',
  exportedSubject: 'Votre wallet a été exporté',
  exported: 'La phrase de récupération de votre wallet a été affichée sur : {device}.',
  revertTitle: 'Annuler le changement d’adresse ?',
  revertOpens: 'Votre wallet pourra de nouveau être ouvert avec cette adresse, et plus avec la nouvelle.',
  revertLocks:
    'Tout le monde est déconnecté. L’appareil qui a changé l’adresse, et tout appareil ajouté depuis, est exclu.',
  revertButton: 'Annuler le changement',
  revertedTitle: 'Le changement a été annulé',
  reverted:
    'Connectez-vous avec cette adresse. Sur un appareil nouveau pour votre wallet, vous le déverrouillez comme toujours.',
  revertedThen:
    'Si quelqu’un d’autre a fait le changement, il avait votre wallet ouvert : déplacez ce qu’il contient et changez le mot de passe de votre messagerie.',
  endedTitle: 'Ce lien ne fonctionne plus',
  ended: 'Il fonctionne une fois, et pendant 72 heures après le changement.',
}
