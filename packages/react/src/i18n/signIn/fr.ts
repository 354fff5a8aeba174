import type { SignInTexts } from './signInTexts.ts'

export const fr: SignInTexts = {
  site: 'La dapp',
  title: (site) => `${site} doit se connecter à votre wallet`,
  prove: 'Signez ce message pour prouver que ce wallet vous appartient et continuer.',
  required: 'La signature est gratuite. Annuler vous déconnectera.',
  optional: 'La signature est gratuite. Si vous annulez, vous restez connecté sans vous identifier.',
  sign: 'Signer',
  signing: 'Signature…',
  cancel: 'Annuler',
  cancelling: 'Annulation…',
  again: 'Réessayer',
  without: 'Continuer sans s’identifier',
  continueIn: (wallet) => `Continuez dans ${wallet}`,
  inWallet: 'Lisez le message dans votre wallet, puis signez-le.',
  checking: 'Vérification de votre session…',
  verifying: 'Vérification de votre signature…',
  expired: 'Votre session a expiré. Identifiez-vous à nouveau pour continuer.',
  signedIn: 'Vous êtes identifié',
  done: 'Terminé',
  website: 'Site web',
  account: 'Compte',
  network: 'Réseau',
  troubles: {
    declined: { title: 'Signature refusée', detail: 'Vous avez refusé la demande. Vous n’êtes pas identifié.' },
    wallet: {
      title: 'Signature impossible',
      detail: 'Votre wallet n’a pas pu signer le message. Vous n’êtes pas identifié.',
    },
    invalid: {
      title: 'La signature n’est pas valide',
      detail: 'Votre wallet a utilisé un autre compte. Vous n’êtes pas identifié.',
    },
    refused: {
      title: 'Identification non vérifiée',
      detail: 'Le site n’a pas accepté la signature. Vous n’êtes pas identifié.',
    },
    unavailable: {
      title: 'Identification indisponible',
      detail: 'Le serveur d’identification ne répond pas. Votre wallet reste connecté.',
    },
    unknown: {
      title: 'Identification indisponible',
      detail: 'Le serveur d’identification ne répond pas. Votre wallet reste connecté.',
    },
  },
  toasts: {
    declined: 'Signature refusée',
    smartAccount: 'Cette application ne prend peut-être pas en charge les smart accounts',
    initialize: 'Un problème est survenu lors de la préparation de l’identification',
  },
}
