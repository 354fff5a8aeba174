import type { PageTexts } from './en.ts'

export const fr: PageTexts = {
  askTitle: 'Est-ce vous ?',
  ask: 'Quelqu’un essaie d’ouvrir le portefeuille de {person} sur {site} sur un nouvel appareil :',
  thisAccount: 'ce compte',
  askNumber: 'Si c’est vous : quel nombre cet appareil affiche-t-il ?',
  notYouEmail:
    'Si ce n’est pas vous, quelqu’un d’autre peut lire vos e-mails. Changez le mot de passe de votre messagerie.',
  notYouAccount:
    'Si ce n’est pas vous, quelqu’un vous a envoyé ici pour entrer dans votre portefeuille. Refusez et fermez cette page.',
  notMe: 'Ce n’est pas moi',
  stopTitle: 'Arrêter cet appareil ?',
  stop: 'Cet appareil attend d’ouvrir le portefeuille de {person} sur {site} :',
  stopBy: 'Il a été approuvé par {person}.',
  stopByOther: 'Il a été approuvé par un autre compte.',
  stopEmail:
    'S’il n’est pas à vous, arrêtez-le et changez le mot de passe de votre messagerie : quelqu’un d’autre peut lire vos e-mails.',
  stopAccount:
    'S’il n’est pas à vous, arrêtez-le et sécurisez le compte avec lequel vous vous connectez : quelqu’un d’autre y a accès.',
  stopSecond: 'Vous y êtes aussi connu par un autre portefeuille. Si vous ne l’avez pas supprimé, arrêtez l’appareil.',
  stopMoved:
    'Si vous n’avez pas changé d’adresse, arrêtez-le : quelqu’un d’autre est sur le point d’ouvrir votre portefeuille.',
  stopButton: 'Arrêter cet appareil',
  undoTitle: 'Annuler ce changement ?',
  undo: 'La récupération de votre portefeuille est passée de {from} à {to}.',
  undoOther: 'La récupération de votre portefeuille est passée de {from} à un autre compte.',
  undoThen:
    'Si ce n’était pas vous, annulez-le. Les nouveaux appareils auront de nouveau besoin de cette adresse, et l’autre ne recevra rien pendant 30 jours.',
  undoButton: 'Annuler le changement',
  approvedTitle: 'L’appareil peut continuer',
  approved: 'Vous pouvez fermer cette page et y retourner.',
  refusedTitle: 'Rien n’a été ouvert',
  refused: 'L’appareil a été refusé. S’il était à vous, recommencez dessus et choisissez le nombre qu’il affiche.',
  waitTitle: 'L’appareil doit attendre un jour',
  held: 'Votre portefeuille est utilisé sur un autre appareil : celui-ci entrera donc demain. Nous vous avons envoyé un lien qui l’arrête. Une clé d’accès, un code de récupération ou un autre appareil le font entrer tout de suite.',
  moving:
    'Ce portefeuille appartient à une autre adresse, qui a maintenant un lien pour arrêter l’appareil. Si vous avez changé d’adresse, revenez demain. Une clé d’accès, un code de récupération ou un autre appareil le font entrer tout de suite.',
  second:
    'Vous êtes aussi connu ici par un autre portefeuille. Nous vous avons envoyé un lien qui arrête cet appareil : utilisez-le si vous n’avez pas supprimé l’autre. Une clé d’accès, un code de récupération ou un autre appareil le font entrer tout de suite.',
  deniedTitle: 'Cet appareil ne peut pas entrer ainsi',
  unlike:
    'Vous êtes aussi connu ici par un autre portefeuille. Un nouvel appareil doit attendre un jour, pendant lequel un e-mail permet de l’arrêter, et votre compte n’a pas d’adresse vérifiée à laquelle vous écrire. Utilisez une clé d’accès, un code de récupération ou un autre appareil.',
  pinned:
    'Ce portefeuille appartient à un autre compte. Utilisez ce compte, une clé d’accès, un code de récupération ou un autre appareil.',
  unreachable:
    'Votre portefeuille est utilisé sur un autre appareil. Un nouveau doit attendre un jour, pendant lequel un e-mail permet de l’arrêter, et votre compte n’a pas d’adresse vérifiée à laquelle vous écrire. Utilisez une clé d’accès, un code de récupération ou l’autre appareil.',
  undoneTitle: 'Le changement a été annulé',
  undone:
    'Les nouveaux appareils ont de nouveau besoin de cette adresse. Retirez l’appareil que vous ne connaissez pas dans les paramètres de sécurité de votre portefeuille.',
  linkEndedTitle: 'Ce lien ne fonctionne plus',
  undoTooLate: 'Le changement a déjà été annulé ou date de plus de 72 heures.',
  cancelledTitle: 'L’appareil a été arrêté',
  cancelled:
    'Il ne peut pas ouvrir votre portefeuille. Changez le mot de passe de votre messagerie s’il n’était pas à vous.',
  tooLate:
    'L’appareil a déjà été arrêté ou est déjà entré. Retirez-le sur un autre appareil, dans les paramètres de sécurité de votre portefeuille.',
  ended: 'Il fonctionne une fois et pendant 15 minutes. Recommencez sur l’appareil.',
  loginEndedTitle: 'Cette connexion ne fonctionne plus',
  loginEnded: 'Elle fonctionne une fois et pendant 15 minutes. Retournez à l’appareil et recommencez.',
  awayTitle: '{provider} ne répond pas',
  away: 'Rien n’a été ouvert. Fermez cette page et réessayez dans un instant.',
  otherTitle: 'Un autre compte',
  other:
    'Ce compte {provider} n’a aucun lien avec ce portefeuille. Rien n’a été ouvert. Fermez cette page et connectez-vous avec le compte que vous y utilisez.',
  unprovenTitle: '{provider} n’a pas dit qui vous êtes',
  unproven: 'Rien n’a été ouvert. Fermez cette page et réessayez.',
  phoneTitle: 'Se connecter avec Farcaster',
  phone:
    'Scannez ce code avec votre téléphone et connectez-vous-y. Votre application Farcaster indique l’adresse de cette page.',
  phoneCode: 'Code QR',
  phoneOpen: 'Ouvrir Farcaster sur cet appareil',
  phoneWait: 'En attente de votre signature. Cette page continue d’elle-même.',
  phoneSent: 'Si quelqu’un vous a envoyé ici et qu’aucun de vos appareils n’attend, fermez cette page.',
}
