import type { RefusalTexts } from './refusalTexts.ts'

export const fr = {
  title: 'Le réseau refuserait cet envoi. Rien n’a été envoyé.',
  said: (text) => `Message du contrat : « ${text} »`,
  panic: (code) => `Le contrat s’interrompt (panic ${code}).`,
  named: (name) => `Le contrat refuse : ${name}.`,
  coded: (selector) => `Le contrat refuse : erreur ${selector}.`,
  silent: 'Le contrat refuse sans donner de raison.',
  returnedFalse: 'Le jeton n’exécuterait pas cet envoi.',
  noToken: 'Il n’y a pas de jeton à cette adresse sur ce réseau.',
  otherDecimals: 'Ce jeton n’a pas le nombre de décimales que dit la liste : le montant serait un autre.',
  noFunds: 'Il n’y a pas assez pour le montant et les frais de réseau.',
  tooLittle: (amount: string) => `Un compte doit y contenir au moins ${amount}. Envoyez ce montant ou plus.`,
  leavesTooLittle: (amount: string) =>
    `Il vous resterait moins de ${amount}, le minimum d’un compte. Envoyez moins, ou tout.`,
  dust: (amount) => `Impossible d’envoyer ici moins de ${amount}. Envoyez ce montant ou plus.`,
  frozen: 'L’émetteur de ce jeton a gelé votre compte ou celui du destinataire.',
  needsMemo: 'Le destinataire n’accepte ce jeton qu’avec un mémo. Revenez en arrière et ajoutez-en un.',
  nonTransferable: 'Ce jeton ne peut pas être transféré\u00a0: qui le reçoit le garde.',
  paused: 'L’émetteur a suspendu tous les transferts de ce jeton. Réessayez plus tard.',
  notAdmitted: 'L’émetteur du jeton doit d’abord approuver le compte du destinataire.',
  hooked:
    'Ce jeton exécute son propre programme à chaque transfert, ce qui n’est pas pris en charge ici. Envoyez-le depuis votre portefeuille.',
  confidentialOnly:
    'Le destinataire n’accepte ce jeton que par transfert confidentiel, ce qui n’est pas pris en charge ici.',
  tooLarge: 'Cela ne tient pas dans une seule transaction. Raccourcissez le mémo ou envoyez moins à la fois.',
  notAWallet:
    'C’est l’adresse d’un jeton ou d’un programme, pas d’un portefeuille. Ce qui y est envoyé peut être perdu.',
  leastLeft: 'Votre compte doit garder un solde minimal sur ce réseau. Envoyez un peu moins.',
  leastThere: 'Le destinataire aurait moins que le minimum de ce réseau. Envoyez davantage.',
  noAccount: 'Le destinataire n’a pas encore de compte sur ce réseau. Il lui faut d’abord un peu de sa propre monnaie.',
  otherNetwork: 'Cette adresse est celle d’un autre réseau. Demandez au destinataire son adresse sur ce réseau.',
  sameAccount: 'Utiliser l’adresse de ce compte sur ce réseau',
  inscribed:
    'Des pièces ici peuvent porter des inscriptions et ne sont pas touchées. Envoyez depuis une autre adresse ou depuis le portefeuille lui-même.',
  noKey:
    'Cette adresse a besoin d’une clé que votre portefeuille ne communique pas. Envoyez depuis une autre adresse ou depuis le portefeuille lui-même.',
} satisfies RefusalTexts
