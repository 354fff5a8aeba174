import type { MailTexts } from './en.ts'

export const fr: MailTexts = {
  approvalSubject: 'Est-ce vous sur un nouvel appareil ? ({site})',
  approval:
    'Quelqu’un qui peut lire vos e-mails essaie d’ouvrir votre portefeuille sur {site} depuis un nouvel appareil :',
  approvalThen: 'Si c’est vous, ouvrez cette page et choisissez le nombre que montre l’appareil :',
  approvalLives: 'Le lien fonctionne une fois, pendant 15 minutes.',
  sinceUnknown: 'Nous n’avions encore jamais entendu parler de ce portefeuille.',
  since: 'Nous avons entendu parler de ce portefeuille pour la première fois le {date}.',
  neverHad: 'Si vous n’avez jamais eu de portefeuille là-bas, ce n’est pas vous.',
  approvalNotYou:
    'Si ce n’est pas vous, ne faites rien, ou dites-le sur cette page. Personne n’entre sans votre réponse, et personne d’honnête ne vous demandera ce lien ni ce nombre.',
  cancelSubject: 'Un nouvel appareil ouvrira votre portefeuille demain ({site})',
  cancel: 'Vous avez laissé un nouvel appareil ouvrir votre portefeuille sur {site} :',
  cancelFrom: 'Il pourra le faire à partir du {date}. S’il est à vous, vous n’avez rien à faire.',
  cancelStop: 'Sinon, arrêtez-le avant :',
  cancelThen: 'Changez ensuite le mot de passe de votre messagerie : quelqu’un d’autre peut la lire.',
  secondSubject: 'Lequel de vos portefeuilles est-ce ? ({site})',
  second: 'Vous y êtes aussi connu par un autre portefeuille.',
  secondWhy:
    'À moins que vous n’ayez supprimé un portefeuille et créé un autre, quelque chose ne va pas : quelqu’un veut peut-être que vous utilisiez un portefeuille qu’il peut ouvrir aussi.',
  secondStop: 'L’appareil l’ouvrira le {date}. Si vous avez un doute, arrêtez-le avant :',
  takeoverSubject: 'Quelqu’un d’autre ouvrira votre portefeuille demain ({site})',
  takeover:
    'Votre portefeuille sur {site} est en train d’être ouvert sur un nouvel appareil, non par cette adresse mais par {person} :',
  takeoverFrom: 'L’appareil entre le {date}. À partir de là, cette adresse ne pourra plus récupérer le portefeuille.',
  takeoverIfYou: 'Si vous avez changé d’adresse vous-même, vous n’avez rien à faire.',
  takeoverStop: 'Sinon, arrêtez-le avant :',
  movedSubject: 'La récupération de votre portefeuille est passée à une autre adresse ({site})',
  moved:
    'Un appareil de votre portefeuille sur {site} a déplacé sa récupération vers {to}. Désormais, les liens pour les nouveaux appareils y arrivent, et plus à cette adresse.',
  movedIfYou: 'Si c’était vous, vous n’avez rien à faire.',
  movedStop: 'Sinon, annulez-le dans les 72 heures :',
  movedThen:
    'Retirez ensuite l’appareil que vous ne connaissez pas, dans les réglages de sécurité de votre portefeuille.',
  otherAccount: 'un autre compte',
  someAccount: 'un compte {provider}',
}
