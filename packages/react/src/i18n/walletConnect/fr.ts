import type { WalletConnectTexts } from './walletConnectTexts.ts'

export const fr = {
  ways: 'Façons de se connecter',
  platforms: {
    'qr code': 'Téléphone',
    mobile: 'Téléphone',
    browser: 'Navigateur',
    desktop: 'Ordinateur',
    webapp: 'Web',
  },
  scan: 'Scannez ce code avec votre téléphone',
  scanText: 'Ouvrez-y votre wallet, trouvez son scanner et approuvez la connexion.',
  scanWith: (name) => `Scannez ce code avec ${name}`,
  scanWithText: (name) => `Ouvrez ${name} sur votre téléphone, trouvez son scanner et approuvez la connexion.`,
  copyLink: 'Copier le lien',
  newCode: 'Nouveau code',
  newLink: 'Nouveau lien',
  preparing: 'Préparation du lien…',
  open: (name) => `Ouvrir ${name}`,
  openText: (name) => `Approuvez la connexion dans ${name}, puis revenez. Cette page se met à jour automatiquement.`,
  again: 'Rien ne s’est ouvert\u00a0?',
  hints: (name) => [
    `${name} est-il installé sur cet appareil\u00a0?`,
    'Autorisez votre navigateur à ouvrir l’application s’il le demande.',
    'Copiez le lien et collez-le dans le scanner du wallet.',
  ],
  notInstalled: (name) => `${name} n’est pas installé dans ce navigateur`,
  notInstalledText: 'Installez l’extension, revenez et connectez-vous, ou utilisez le wallet sur votre téléphone.',
  getExtension: 'Obtenir l’extension',
  installed: (name) => `${name} est installé ici`,
  installedText: 'Connectez-vous avec l’extension plutôt qu’avec le téléphone.',
  connectHere: 'Se connecter dans ce navigateur',
  relay: {
    reaching: 'Connexion au relais…',
    reconnecting: 'Reconnexion au relais…',
    unreachable: 'Relais injoignable',
    unreachableText: 'Il transmet les messages à votre wallet. Nous réessayons\u00a0; vérifiez votre connexion.',
  },
  failures: {
    relay: 'Le relais qui transmet les messages à votre wallet est injoignable. Rien n’a été partagé.',
    refused: 'Le relais n’accepte pas ce site. Rien n’a été partagé.',
    clock:
      'L’horloge de votre appareil n’est pas à l’heure. Réglez la date et l’heure, puis reconnectez-vous. Rien n’a été partagé.',
    busy: 'Trop d’essais en peu de temps. Attendez un instant, puis réessayez.',
    unsettled:
      'Votre wallet a accepté, mais la suite de sa réponse n’est pas arrivée. Le relais l’a peut-être perdue. Rien n’a été conservé\u00a0; réessayez.',
    noAccount: 'Le wallet n’a partagé aucun compte utilisable par ce site. Rien n’a été conservé.',
    signIn: 'L’identification n’a pas pu être vérifiée. La connexion a été fermée et rien n’a été conservé.',
    unavailable: 'Ce site n’a pas configuré la connexion par téléphone.',
  },
  waiting: {
    confirm: (name) => `Confirmez dans ${name}`,
    text: 'Une demande de cette page y attend.',
    more: (count) => `Demandes en attente\u00a0: ${count}`,
    open: (name) => `Ouvrir ${name}`,
    kinds: { signature: 'Signature', transaction: 'Transaction', network: 'Réseau' },
  },
} satisfies WalletConnectTexts
